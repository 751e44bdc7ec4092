import { type Response } from 'express';

import { type ApiToken } from '#libs/contracts';
import { HttpProblem, unavailable } from '#libs/service-host';

import { eventsAfter, isLast } from '../domain/client-stream.js';
import { type QuestionState } from '../domain/question-life.js';
import { type InteractionId } from '../domain/question.js';
import { type QuestionViews } from '../ports/question-views.port.js';
import { type Disclosure } from './disclosure.js';
import { EventStream } from './event-stream.js';
import { type Follower } from './follower.js';
import { type Interactions } from './interactions.js';

/** A follower that waits for its question to move on from `state`. */
interface Waiting {
  readonly id: InteractionId;
  readonly reader: ApiToken;
  readonly follower: Follower;
  state: QuestionState;
}

/** The waiting clients of this process; one look at the rows serves them all, so that any instance serves any question. */
export class LiveStreams {
  private readonly held = new Set<Response>();
  private readonly waiting = new Set<Waiting>();

  constructor(
    private readonly interactions: Interactions,
    private readonly views: QuestionViews,
    private readonly atMost: number,
  ) {}

  /** @throws HttpProblem 404 for content that is not shown, 503 where too many clients wait */
  open(response: Response, disclosure: Disclosure, reader: ApiToken, lastEventId: string | undefined): void {
    const { view } = disclosure;
    if (view === undefined) throw new HttpProblem(404, 'http.not_found');
    if (isLast(view) && eventsAfter(view, lastEventId).length === 0) {
      response.status(204).end();
      return;
    }
    this.hold(response);
    this.follow(new EventStream(response, lastEventId), disclosure, reader);
  }

  /** Takes one of the places for waiting clients, until the response is over. @throws HttpProblem 503 where none is left */
  hold(response: Response): void {
    if (this.held.size >= this.atMost) throw unavailable();
    if (response.destroyed) return;
    this.held.add(response);
    response.once('close', () => this.held.delete(response));
  }

  /** Tells the follower what there is now, and then whatever comes. Its response holds a place. */
  follow(follower: Follower, { question, view }: Disclosure, reader: ApiToken): void {
    const waiting: Waiting = { id: question, reader, follower, state: question.state };
    this.waiting.add(waiting);
    follower.onEnd(() => this.waiting.delete(waiting));
    if (view === undefined) follower.end('http.not_found');
    else follower.show(view);
  }

  /** Looks at every question that a client waits for, and tells the clients of those that have moved. */
  async look(): Promise<void> {
    if (this.waiting.size === 0) return;
    const states = await this.views.states([...this.waiting].map(({ id }) => id));
    const now = new Map(states.map((row) => [keyOf(row), row.state]));
    const moved = [...this.waiting].filter(({ id, state }) => now.get(keyOf(id)) !== state);
    await Promise.all(moved.map((waiting) => this.tell(waiting)));
  }

  /** Ends every wait; the clients come back, to any instance. */
  endAll(): void {
    for (const { follower } of this.waiting) follower.end('http.unavailable');
  }

  private async tell(waiting: Waiting): Promise<void> {
    const disclosure = await this.interactions.look(waiting.id, waiting.reader);
    if (disclosure?.view === undefined) {
      waiting.follower.end('http.not_found');
      return;
    }
    waiting.state = disclosure.question.state;
    waiting.follower.show(disclosure.view);
  }
}

const keyOf = ({ namespace, interactionId }: InteractionId): string => `${namespace}/${interactionId}`;
