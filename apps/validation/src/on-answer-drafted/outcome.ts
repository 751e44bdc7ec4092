import {
  type ActionProposal,
  actionProposedV1,
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
  type TooLarge,
  topicNamed,
} from '#libs/contracts';
import { assertNever, type Digest, type Result } from '#libs/kernel';

import { type Decision } from '../domain/decide.js';
import { type Judgement, judgeAnew } from '../domain/judge.js';
import { proposalsOf, publishProposal } from '../domain/publish-proposal.js';
import { publish, type Published, type UnsealedAnswer } from '../domain/publish.js';
import { reported } from '../domain/reported.js';
import { type ProposedCall } from '../domain/tool-calls.js';

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
  /** The outcome of the draft, and after it one event for each act that it proposes. */
  readonly events: readonly [OutgoingEvent, ...OutgoingEvent[]];
}

/** The one outcome that a decision becomes, with the proposals that lie in it. */
export async function outcomeOf(judged: Judged): Promise<Outcome> {
  const { decision } = judged.judgement;
  switch (decision.kind) {
    case 'propose':
      return proposed(judged, decision.calls);
    case 'approve':
      return approved(judged, decision.answer, { kind: decision.kind, code: '' });
    case 'limited':
      return approved(judged, decision.answer, { kind: decision.kind, code: decision.code });
    case 'repair':
      return { ...decision, events: [repairRequested(judged, decision.errors)] };
    case 'reject':
      return { ...decision, events: [rejected(judged, decision.code, judged.judgement.findings)] };
    default:
      return assertNever(decision);
  }
}

const limitBytes = topicNamed(answerApprovedV1.type)?.limitBytes ?? 0;
/** With a draft of this size no step takes long: the measure of the event itself is enough. */
const smallDraftBytes = 32 * 1024;
const tooLarge: Finding = { code: 'answer.too_large', layer: 'rendering', status: 'failed', pointer: null, span: null };

/** What is too large to be published is judged anew with that finding, and withheld whole. */
async function approved(judged: Judged, answer: Answer, outcome: Omit<Outcome, 'events'>): Promise<Outcome> {
  const event = fits(judged.event, answer)
    ? await approvedEvent(judged, publish({ ...publishedFrom(judged), answer }))
    : undefined;
  return event === undefined ? withheldAsTooLarge(judged) : { ...outcome, events: [event] };
}

const fits = ({ record }: Judged['event'], value: object): boolean =>
  (record.value?.length ?? 0) <= smallDraftBytes || jsonBytes(value) <= limitBytes;

/** Proposals go with their answer or not at all. */
async function proposed(judged: Judged, calls: readonly ProposedCall[]): Promise<Outcome> {
  const proposals = proposalsOf(calls, judged.event.data, judged.configuration);
  const answer = await approvedEvent(judged, publishProposal(publishedFrom(judged), proposals));
  const acts = proposals.map((proposal, ordinal) => proposedEvent(judged, proposal, ordinal));
  const events = acts.flatMap((act) => (act.ok ? [act.value] : []));
  if (answer === undefined || events.length < acts.length) return withheldAsTooLarge(judged);
  return { kind: 'propose', code: '', events: [answer, ...events] };
}

const withheldAsTooLarge = (judged: Judged): Promise<Outcome> =>
  outcomeOf({ ...judged, judgement: judgeAnew(judged.judgement, tooLarge) });

const publishedFrom = ({ event, draftDigest, judgement: { findings }, configuration }: Judged): Published => ({
  draft: event.data,
  draftDigest,
  findings,
  configuration,
});

/** undefined where it is too large, which is looked at before it is sealed, since that takes long for a large one. */
async function approvedEvent(
  { event, seal }: Judged,
  unsealed: UnsealedAnswer | undefined,
): Promise<OutgoingEvent | undefined> {
  if (unsealed === undefined || !fits(event, unsealed)) return undefined;
  const data = await seal(unsealed, new Date(event.envelope.time));
  const made = makeEvent({ ...following(event, answerApprovedV1.type), definition: answerApprovedV1, data });
  return made.ok ? made.value : undefined;
}

function proposedEvent(judged: Judged, proposal: ActionProposal, ordinal: number): Result<OutgoingEvent, TooLarge> {
  const { event } = judged;
  const definition = actionProposedV1;
  const data = { ...aboutDraft(judged), conversationId: event.data.request.conversationId, proposal };
  return makeEvent({ ...following(event, definition.type, ordinal), definition, data });
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
function following(
  { envelope }: IncomingEvent,
  type: string,
  ordinal = 0,
): Omit<EventPlan<never>, 'definition' | 'data'> {
  return {
    id: eventId(inputOf(envelope), type, ordinal),
    source: 'urn:imprimatur:validation',
    time: envelope.time,
    traceparent: envelope.traceparent,
  };
}
