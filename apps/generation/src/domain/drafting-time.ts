/**
 * Milliseconds that drafting may take of a question's time: a tenth of it, at most five seconds, is left for the services
 * behind, so that a failure here is told by its own code and not by delivery's deadline.
 */
export function draftingTimeMs(timeoutMs: number): number {
  return timeoutMs - Math.min(5_000, Math.floor(timeoutMs / 10));
}
