import { type Response } from 'express';

import { type ApiToken } from '#libs/contracts';
import { HttpProblem, unavailable } from '#libs/service-host';

import { type ClientView, eventsAfter, isLast } from '../domain/client-stream.js';
import { type QuestionState } from '../domain/question-life.js';
import { type InteractionId } from '../domain/question.js';
import { type QuestionViews } from '../ports/question-views.port.js';
import { type Disclosure } from './disclosure.js';
import { EventStream } from './event-stream.js';
import { type Interactions } from './interactions.js';

/** A stream that waits for its question to move on from `state`. */
interface Waiting {
  readonly id: InteractionId;
  readonly reader: ApiToken;
  readonly stream: EventStream;
  state: QuestionState;
}

/** The open streams of this process; one look at the rows serves them all, so that any instance serves any question. */
export class LiveStreams {
  private readonly waiting = new Set<Waiting>();

  constructor(
    private readonly interactions: Interactions,
    private readonly views: QuestionViews,
    private readonly atMost: number,
  ) {}

  /** @throws HttpProblem 404 for content that is not shown, 503 where too many streams are open */
  open(response: Response, { question, view }: Disclosure, reader: ApiToken, lastEventId: string | undefined): void {
    if (view === undefined) throw new HttpProblem(404, 'http.not_found');
    if (isLast(view) && eventsAfter(view, lastEventId).length === 0) {
      response.status(204).end();
      return;
    }
    if (this.waiting.size >= this.atMost) throw unavailable();
    this.begin(response, view, { id: question, reader, state: question.state }, lastEventId);
  }

  /** Looks at every question that a stream waits for, and tells the streams of those that have moved. */
  async look(): Promise<void> {
    if (this.waiting.size === 0) return;
    const states = await this.views.states([...this.waiting].map(({ id }) => id));
    const now = new Map(states.map((row) => [keyOf(row), row.state]));
    const moved = [...this.waiting].filter(({ id, state }) => now.get(keyOf(id)) !== state);
    await Promise.all(moved.map((waiting) => this.tell(waiting)));
  }

  /** Ends every stream; their clients come back with `Last-Event-ID`, to any instance. */
  endAll(): void {
    for (const { stream } of this.waiting) stream.end();
  }

  private begin(
    response: Response,
    view: ClientView,
    about: Pick<Waiting, 'id' | 'reader' | 'state'>,
    lastEventId: string | undefined,
  ): void {
    const stream = new EventStream(response, lastEventId);
    const waiting: Waiting = { ...about, stream };
    this.waiting.add(waiting);
    stream.onEnd(() => this.waiting.delete(waiting));
    stream.show(view);
  }

  private async tell(waiting: Waiting): Promise<void> {
    const disclosure = await this.interactions.look(waiting.id, waiting.reader);
    if (disclosure?.view === undefined) {
      waiting.stream.end();
      return;
    }
    waiting.state = disclosure.question.state;
    waiting.stream.show(disclosure.view);
  }
}

const keyOf = ({ namespace, interactionId }: InteractionId): string => `${namespace}/${interactionId}`;
