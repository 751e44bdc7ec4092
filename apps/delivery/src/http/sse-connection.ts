import { type Response } from 'express';

import { heartbeat } from '../domain/client-stream.js';

const heartbeatMs = 15_000;

/** One client's server-sent events: the head at once, a comment line every 15 s, nothing after the end. */
export class SseConnection {
  private readonly heart: NodeJS.Timeout;
  private over = false;
  private atEnd: () => void = () => undefined;

  constructor(private readonly response: Response) {
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

  get ended(): boolean {
    return this.over;
  }

  /** Calls back once, when the stream is over, or at once where it is. */
  onEnd(atEnd: () => void): void {
    this.atEnd = atEnd;
    if (this.over) atEnd();
  }

  write(text: string): void {
    if (!this.over) this.response.write(text);
  }

  end(): void {
    if (this.over) return;
    this.release();
    this.response.end();
  }

  /** Nothing is written after the end, and nothing held: the client left, or was told everything. */
  private release(): void {
    if (this.over) return;
    this.over = true;
    clearInterval(this.heart);
    this.atEnd();
  }
}
