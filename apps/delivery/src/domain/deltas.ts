/** Code points in one `content_delta`. */
export const deltaCodePoints = 64;

/**
 * Cuts a sealed text into what the stream sends piece by piece: a pure function of the text, so that any instance
 * cuts alike. Joined again, the pieces are the text, byte for byte. An empty text has no piece.
 */
export function deltasOf(text: string): string[] {
  const points = Array.from(text);
  const deltas: string[] = [];
  for (let start = 0; start < points.length; start += deltaCodePoints) {
    deltas.push(points.slice(start, start + deltaCodePoints).join(''));
  }
  return deltas;
}
