/** The last row of a page, as opaque text. */
export interface Cursor {
  readonly firstSeen: number;
  readonly interactionId: string;
}

export function writeCursor({ firstSeen, interactionId }: Cursor): string {
  return Buffer.from(`${firstSeen}.${interactionId}`).toString('base64url');
}

/** undefined for text that `writeCursor` did not make. */
export function readCursor(text: string): Cursor | undefined {
  const [, firstSeen, interactionId] =
    /^(\d{1,15})\.([A-Za-z0-9_-]{8,64})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return firstSeen && interactionId ? { firstSeen: Number(firstSeen), interactionId } : undefined;
}
