/** Thrown by the guarded fetch, caught at the end of the call; they carry a status at most. */
export class NotSent extends Error {}
/** A bug: the SDK was about to call another host than the profile's. */
export class ForeignHost extends Error {}
/** An error object in the place of a chunk. */
export class ErrorInStream extends Error {}
/** A success that is no event stream. */
export class WrongFormat extends Error {}

export class StatusRefusal extends Error {
  constructor(
    readonly status: number,
    /** The header as it came: seconds or an HTTP date. */
    readonly retryAfter: string | null,
  ) {
    super('refused by status');
  }
}

/** An error and what it was caused by, outermost first; undici keeps the socket's own error there. */
export function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let next = error; next !== undefined && next !== null && chain.length < 8; next = causeOf(next))
    chain.push(next);
  return chain;
}

/** By shape: an error of undici can come from another realm, where `instanceof` fails. */
const causeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
