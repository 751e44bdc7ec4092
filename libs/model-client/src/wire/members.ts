export type Members = Readonly<Record<string, unknown>>;

/** Thrown by the readers below and caught by `readOrNothing`: a deep reader reads better with one way out. */
class NotTheFormat extends Error {}

/** undefined where `read` met a value that is not of the wire format. */
export function readOrNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotTheFormat) return undefined;
    throw error;
  }
}

export function members(value: unknown): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new NotTheFormat();
  return value as Members;
}

export const membersOrNone = (value: unknown): Members => (isAbsent(value) ? {} : members(value));

export function list(value: unknown): readonly unknown[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) throw new NotTheFormat();
  return value;
}

export function text(value: unknown): string | null {
  if (isAbsent(value)) return null;
  if (typeof value !== 'string') throw new NotTheFormat();
  return value;
}

/** An id or a model's name: our contracts hold up to 200 characters; an empty one names nothing. */
export function named(value: unknown): string | null {
  const name = text(value);
  if (name !== null && name.length > 200) throw new NotTheFormat();
  return name === '' ? null : name;
}

/** A word of the provider's own, cut to what our contract holds; an empty one says nothing. */
export const word = (value: unknown): string | null => text(value)?.slice(0, 100) || null;

export function place(value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new NotTheFormat();
  return Number(value);
}

/** A count of tokens; what is none is unknown, not an error: compatible servers write what they like here. */
export const tokens = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;

export const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;
