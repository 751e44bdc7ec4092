import { type DeferredNotice } from '#libs/contracts';
import { HttpProblem } from '#libs/service-host';

import { type ClientView } from '../../domain/client-stream.js';
import { type Follower } from '../follower.js';
import { chatOutcome, failureOf } from './chat-outcome.js';
import { type CompletionWriter } from './completion-writer.port.js';

/** Milliseconds past the question's own time, in which the outcome that the deadline gives can come. */
const graceMs = 2000;

/** One client's wait for its completion: it ends with the outcome, or when the question's time is up. */
export class CompletionWait implements Follower {
  private readonly timer: NodeJS.Timeout;
  private view: ClientView = { kind: 'waiting' };
  private over = false;
  private atEnd: () => void = () => undefined;

  constructor(
    private readonly writer: CompletionWriter,
    timeoutMs: number,
  ) {
    this.timer = setTimeout(() => this.giveUp(), timeoutMs + graceMs);
    writer.onEnd(() => this.release());
  }

  onEnd(atEnd: () => void): void {
    this.atEnd = atEnd;
    if (this.over) atEnd();
  }

  show(view: ClientView): void {
    if (this.over) return;
    this.view = view;
    const outcome = chatOutcome(view);
    if (outcome?.kind === 'failed') this.writer.fail(outcome);
    else if (outcome) this.writer.complete(outcome);
  }

  end(code: 'http.not_found' | 'http.unavailable'): void {
    if (!this.over) this.writer.refuse(new HttpProblem(code === 'http.not_found' ? 404 : 503, code));
  }

  /** The question goes on without this client, which was told its id. */
  private giveUp(): void {
    if (this.over) return;
    if (this.view.kind === 'deferred') this.writer.fail(failureOf(JSON.parse(this.view.data) as DeferredNotice));
    else this.writer.refuse(new HttpProblem(504, 'delivery.deadline'));
  }

  private release(): void {
    this.over = true;
    clearTimeout(this.timer);
    this.atEnd();
  }
}
