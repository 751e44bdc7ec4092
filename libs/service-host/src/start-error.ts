/** Why a service cannot start, in one sentence for whoever started it; it never holds a secret or a library's message. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
