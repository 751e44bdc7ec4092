import { type ClientView } from '../domain/client-stream.js';

/** A client that waits for what becomes of one question. */
export interface Follower {
  /** Told each view that differs from the one before, disclosed anew for this client. */
  show(view: ClientView): void;
  /** No view comes any more: this client may see none (404), or the instance stops (503). */
  end(code: 'http.not_found' | 'http.unavailable'): void;
  /** Calls back once, when the client has left or was told everything, or at once where that is so. */
  onEnd(atEnd: () => void): void;
}
