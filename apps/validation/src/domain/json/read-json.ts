import { fail, JsonReader, ok, type ParseProblem, type Result } from '#libs/kernel';

const maxDepth = 32;

/** Of the response text in UTF-8, white space included. */
export const maxTextBytes = 256 * 1024;

/**
 * Reads a model's text as one JSON value and nothing else: no fence is stripped, no bracket closed, no quote repaired.
 * White space around the value is legal JSON; anything else beside it is `parse.mixed_text`.
 */
export function readJson(text: string): Result<unknown, readonly ParseProblem[]> {
  if (Buffer.byteLength(text) > maxTextBytes) return fail([{ code: 'parse.too_large', at: 0 }]);
  const reader = new JsonReader(text, maxDepth);
  const value = reader.value();
  if (value === undefined) return fail(standsInText(text) ? [{ code: 'parse.mixed_text', at: 0 }] : reader.problems);
  reader.skipWhiteSpace();
  if (reader.position < text.length) return fail([{ code: 'parse.mixed_text', at: reader.position }]);
  return reader.problems.length === 0 ? ok(value) : fail(reader.problems);
}

/** A whole object or array behind other text: the first of each is tried, so that the time stays linear. */
function standsInText(text: string): boolean {
  if (/^[ \t\n\r]*[[{]/.test(text)) return false;
  return ['{', '['].some((bracket) => {
    const at = text.indexOf(bracket);
    return at >= 0 && new JsonReader(text, maxDepth, at).value() !== undefined;
  });
}
