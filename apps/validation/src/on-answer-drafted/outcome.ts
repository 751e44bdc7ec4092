import {
  type Answer,
  answerApprovedV1,
  answerRejectedV1,
  answerRepairRequestedV1,
  type Code,
  type ConfigurationSnapshot,
  type Draft,
  eventId,
  type EventPlan,
  type Finding,
  type IncomingEvent,
  inputOf,
  makeEvent,
  makeSmallEvent,
  type OutcomeCode,
  type OutgoingEvent,
  type PublishedAnswer,
  type RepairRequest,
  topicNamed,
} from '#libs/contracts';
import { assertNever, type Digest } from '#libs/kernel';

import { type Decision } from '../domain/decide.js';
import { type Judgement, judgeAnew } from '../domain/judge.js';
import { publish, type UnsealedAnswer } from '../domain/publish.js';
import { reported } from '../domain/reported.js';

/** Signs an answer; `issuedAt` is the time of the event that was decided on. */
export type Seal = (answer: UnsealedAnswer, issuedAt: Date) => Promise<PublishedAnswer>;

export interface Judged {
  readonly event: IncomingEvent<Draft>;
  /** SHA-256 of the value of the draft's event, byte for byte. */
  readonly draftDigest: Digest;
  readonly judgement: Judgement;
  readonly configuration: ConfigurationSnapshot;
  readonly seal: Seal;
}

export interface Outcome {
  readonly kind: Decision['kind'];
  readonly code: Code | '';
  readonly event: OutgoingEvent;
}

/** The one event that a decision becomes. */
export async function outcomeOf(judged: Judged): Promise<Outcome> {
  const { decision } = judged.judgement;
  switch (decision.kind) {
    case 'approve':
      return approved(judged, decision.answer, { kind: decision.kind, code: '' });
    case 'limited':
      return approved(judged, decision.answer, { kind: decision.kind, code: decision.code });
    case 'repair':
      return { ...decision, event: repairRequested(judged, decision.errors) };
    case 'reject':
      return { ...decision, event: rejected(judged, decision.code, judged.judgement.findings) };
    default:
      return assertNever(decision);
  }
}

const limitBytes = topicNamed(answerApprovedV1.type)?.limitBytes ?? 0;
/** With a draft of this size no step takes long: the measure of the event itself is enough. */
const smallDraftBytes = 32 * 1024;
const tooLarge: Finding = { code: 'answer.too_large', layer: 'rendering', status: 'failed', pointer: null, span: null };

/** What is too large to be published is judged anew with that finding, and withheld whole. */
async function approved(judged: Judged, answer: Answer, outcome: Omit<Outcome, 'event'>): Promise<Outcome> {
  const event = await approvedEvent(judged, answer);
  if (event !== undefined) return { ...outcome, event };
  return outcomeOf({ ...judged, judgement: judgeAnew(judged.judgement, tooLarge) });
}

/** undefined where it is too large, which is looked at before each step that takes long for a large one. */
async function approvedEvent(
  { event, draftDigest, judgement: { findings }, configuration, seal }: Judged,
  answer: Answer,
): Promise<OutgoingEvent | undefined> {
  const isSmall = (event.record.value?.length ?? 0) <= smallDraftBytes;
  const fits = (value: object) => isSmall || jsonBytes(value) <= limitBytes;
  if (!fits(answer)) return undefined;
  const unsealed = publish({ draft: event.data, draftDigest, answer, findings, configuration });
  if (unsealed === undefined || !fits(unsealed)) return undefined;
  const data = await seal(unsealed, new Date(event.envelope.time));
  const made = makeEvent({ ...following(event, answerApprovedV1.type), definition: answerApprovedV1, data });
  return made.ok ? made.value : undefined;
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function rejected(judged: Judged, code: OutcomeCode, findings: readonly Finding[]): OutgoingEvent {
  const { event } = judged;
  const data = { ...aboutDraft(judged), ordinal: event.data.ordinal, code, findings: reported(findings) };
  return makeSmallEvent({ ...following(event, answerRejectedV1.type), definition: answerRejectedV1, data });
}

function repairRequested(judged: Judged, errors: RepairRequest['errors']): OutgoingEvent {
  const definition = answerRepairRequestedV1;
  return makeSmallEvent({
    ...following(judged.event, definition.type),
    definition,
    data: { ...aboutDraft(judged), errors },
  });
}

function aboutDraft({ event: { data }, draftDigest, configuration }: Judged) {
  return {
    interactionId: data.interactionId,
    namespace: data.namespace,
    channel: data.channel,
    questionDigest: data.questionDigest,
    draftDigest,
    configuration: { revision: configuration.revision, digest: configuration.digest },
  };
}

/** Id and time follow from the draft's event, so that a redelivery has the same bytes. */
function following({ envelope }: IncomingEvent, type: string): Omit<EventPlan<never>, 'definition' | 'data'> {
  return {
    id: eventId(inputOf(envelope), type, 0),
    source: 'urn:imprimatur:validation',
    time: envelope.time,
    traceparent: envelope.traceparent,
  };
}
