import { type Response } from 'express';

import { type ClientView, eventsAfter, isLast, wireForm } from '../domain/client-stream.js';
import { type Follower } from './follower.js';
import { SseConnection } from './sse-connection.js';

/**
 * One client's stream. What it holds for a slow reader is bounded by the limit of a client topic, since a question
 * has one outcome.
 */
export class EventStream implements Follower {
  private readonly connection: SseConnection;

  /** `lastEventId` is the event that the client had last, undefined for a new client. */
  constructor(
    response: Response,
    private lastEventId: string | undefined,
  ) {
    this.connection = new SseConnection(response);
  }

  onEnd(atEnd: () => void): void {
    this.connection.onEnd(atEnd);
  }

  /** Says what the client has not had of the view, and ends after an outcome. */
  show(view: ClientView): void {
    if (this.connection.ended) return;
    const events = eventsAfter(view, this.lastEventId);
    this.lastEventId = events.at(-1)?.id ?? this.lastEventId;
    if (events.length > 0) this.connection.write(events.map(wireForm).join(''));
    if (isLast(view)) this.connection.end();
  }

  /** Why does not matter: the client comes back, and is told then. */
  end(): void {
    this.connection.end();
  }
}
