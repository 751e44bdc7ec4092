import { type Response } from 'express';

import { type ClientView, eventsAfter, heartbeat, isLast, wireForm } from '../domain/client-stream.js';

const heartbeatMs = 15_000;

/**
 * One client's stream. What it holds for a slow reader is bounded by the limit of a client topic, since a question
 * has one outcome.
 */
export class EventStream {
  private readonly heart: NodeJS.Timeout;
  private ended = false;
  private atEnd: () => void = () => undefined;

  /** `lastEventId` is the event that the client had last, undefined for a new client. */
  constructor(
    private readonly response: Response,
    private lastEventId: string | undefined,
  ) {
    this.heart = setInterval(() => response.write(heartbeat), heartbeatMs);
    if (response.destroyed) {
      this.release();
      return;
    }
    response.once('close', () => this.release());
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
  }

  /** Calls back once, when the stream is over, or at once where it is. */
  onEnd(atEnd: () => void): void {
    this.atEnd = atEnd;
    if (this.ended) atEnd();
  }

  /** Says what the client has not had of the view, and ends after an outcome. */
  show(view: ClientView): void {
    if (this.ended) return;
    const events = eventsAfter(view, this.lastEventId);
    this.lastEventId = events.at(-1)?.id ?? this.lastEventId;
    if (events.length > 0) this.response.write(events.map(wireForm).join(''));
    if (isLast(view)) this.end();
  }

  end(): void {
    if (this.ended) return;
    this.release();
    this.response.end();
  }

  /** Nothing is written after the end, and nothing held: the client left, or was told everything. */
  private release(): void {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.heart);
    this.atEnd();
  }
}
