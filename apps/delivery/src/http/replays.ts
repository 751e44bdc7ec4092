import {
  type ApiToken,
  type Configuration,
  type DeadLetter,
  deadLetterTopicName,
  type IncomingRecord,
  questionAskedV1,
  readDeadLetter,
} from '#libs/contracts';
import { type TopicPlace } from '#libs/event-flow';
import { HttpProblem, type ReplayAnswer } from '#libs/service-host';

import { type NamedQuestion, questionIn } from '../domain/dead-letter-names.js';
import { type QuestionRecord } from '../domain/question.js';
import { askedAnew, replayAction } from '../domain/replay.js';
import { type QuestionViews } from '../ports/question-views.port.js';
import { type DeadLetterRef, type Replay, type ReplayLog } from '../ports/replay-log.port.js';
import { type IntakePorts, takeIn } from './intake.js';
import { type CallOwner } from './owner-calls.js';

export interface ReplayPorts {
  readonly intake: IntakePorts;
  readonly views: QuestionViews;
  readonly log: ReplayLog;
  readonly configuration: () => Configuration;
  /** undefined where no such record lies. */
  readonly read: (place: TopicPlace) => Promise<IncomingRecord | undefined>;
  readonly callOwner: CallOwner;
}

/** What a replay did; `interactionId` is null where the dead letter names no question. */
export type ReplayView =
  | ({ readonly action: 'replayed'; readonly interactionId: string | null } & ReplayAnswer)
  | {
      readonly action: 'asked_anew';
      readonly interactionId: string;
      readonly newInteractionId: string;
      /** True where an earlier replay had asked it already. */
      readonly repeated: boolean;
    };

/** An operator and the header that proves it. */
export interface Operator {
  readonly token: ApiToken;
  readonly authorization: string;
}

/** Replays dead letters: an open question is finished in place by the service that failed, a closed one asked anew. */
export class Replays {
  constructor(private readonly ports: ReplayPorts) {}

  /** @throws HttpProblem with what is in the way */
  async replay(deadLetter: DeadLetterRef, { token, authorization }: Operator): Promise<ReplayView> {
    const { views, log, callOwner } = this.ports;
    const letter = await this.find(deadLetter);
    const named = questionIn(letter);
    const known = named && (await views.find(named));
    const noted = { deadLetter, operator: token.principal, question: named ?? null };
    const action = replayAction(named, known, await log.wasPassedOn(deadLetter));
    const interactionId = named?.interactionId ?? null;
    if (action === 'ask_anew' && named && known) return this.askAnew(letter, named, known, noted);
    if (action === 'answered') return { action: 'replayed', interactionId, result: 'duplicate', code: null };
    await this.ports.intake.transactions.run((tx) => log.note(tx, { ...noted, action: 'passed_on' }));
    const { service } = deadLetter;
    return { action: 'replayed', interactionId, ...(await callOwner(service, deadLetter, authorization)) };
  }

  /** The ledger has no poison, and its dead letters would be its own: nobody else reads them. */
  private async find({ service, partition, offset }: DeadLetterRef): Promise<DeadLetter> {
    if (service === 'ledger') throw new HttpProblem(409, 'replay.no_reader');
    const record = await this.ports.read({ topic: deadLetterTopicName(service), partition, offset });
    const letter = record && readDeadLetter(record);
    if (!letter) throw new HttpProblem(404, 'replay.no_dead_letter');
    return letter;
  }

  private async askAnew(
    letter: DeadLetter,
    named: NamedQuestion,
    { asked }: QuestionRecord,
    noted: Omit<Replay, 'action'>,
  ): Promise<ReplayView> {
    const { intake, log, configuration } = this.ports;
    const question = askedAnew(await this.recordOf(letter, asked), named, configuration());
    if (!question.ok) throw new HttpProblem(409, question.failure.code, question.failure.pointer);
    const note: Parameters<typeof takeIn>[3] = (tx) => log.note(tx, { ...noted, action: 'asked_anew' });
    const taken = await takeIn(intake, question.value, asked?.traceparent ?? undefined, note);
    if (taken.kind === 'conflict') throw new HttpProblem(409, 'http.conflict');
    if (taken.kind === 'too_large') throw new HttpProblem(409, 'question.too_large');
    const { interactionId } = named;
    const newInteractionId = question.value.interactionId;
    return { action: 'asked_anew', interactionId, newInteractionId, repeated: taken.kind === 'repeated' };
  }

  /** The dead letter may be the question; else it lies where its row says. */
  private async recordOf({ record }: DeadLetter, asked: QuestionRecord['asked']): Promise<IncomingRecord | undefined> {
    if (record.topic === questionAskedV1.type) return record;
    return asked?.record ? this.ports.read({ topic: questionAskedV1.type, ...asked.record }) : undefined;
  }
}
