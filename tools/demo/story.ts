import {
  channelTopicName,
  type Configuration,
  type Draft,
  type FailedNotice,
  type IncomingRecord,
  type PublishedAnswer,
} from '#libs/contracts';
import { kafkaTail } from '#libs/event-flow';
import { type KeySet, verifyAnswer } from '#libs/seal';

import { type DemoExample } from './demo-example.js';

/** One event of an interaction, as it lies on its topic. */
export interface StoryEvent {
  readonly type: string;
  /** Milliseconds since 1970, as the producer stamped it. */
  readonly at: number;
  readonly data: unknown;
}

/** What became of a question, read from the topics and from the provider's own log, and from nobody's word. */
export interface Story {
  readonly interactionId: string;
  readonly outcome: 'completed' | 'failed';
  readonly code: string | null;
  readonly evidence: string | null;
  readonly answerSource: string | null;
  readonly generationKind: string | null;
  readonly modelCalls: number;
  readonly sealVerified: boolean | null;
  readonly events: readonly string[];
  /** Milliseconds from the last draft to the published outcome. */
  readonly gateLatencyMs: number;
}

export interface StoryTeller {
  /** The interaction's events in causal order, or undefined while it has no outcome. */
  readonly eventsOf: (interactionId: string) => readonly StoryEvent[] | undefined;
  readonly stop: () => Promise<void>;
}

/** The order in which one causes the next; the second draft follows the repair request. */
const causalRank = [
  'questions.asked.v1',
  'answers.drafted.v1',
  'answers.repair-requested.v1',
  'answers.approved.v1',
  'actions.proposed.v1',
  'answers.rejected.v1',
  'answer.completed.v1',
  'answer.failed.v1',
];

export async function followStories(
  brokers: readonly string[],
  channels: Configuration['channels'],
): Promise<StoryTeller> {
  const events = new Map<string, StoryEvent[]>();
  const take = (record: IncomingRecord): void => {
    const event = storyEvent(record);
    const { interactionId } = event.data as { interactionId: string };
    events.set(interactionId, [...(events.get(interactionId) ?? []), event]);
  };
  const topics = [
    ...causalRank.filter((type) => !type.startsWith('answer.')),
    ...channels.map(({ id }) => channelTopicName(id)),
  ];
  const settings = { brokers, clientId: 'imprimatur-demo', createTopics: false };
  const tail = await kafkaTail(settings, topics, take, { fromBeginning: true });
  return { eventsOf: (interactionId) => inOrder(events.get(interactionId) ?? []), stop: () => tail.stop() };
}

function storyEvent(record: IncomingRecord): StoryEvent {
  const type = record.headers.find(([name]) => name === 'ce_type')?.[1]?.toString() ?? record.topic;
  return { type, at: Number(record.timestamp), data: JSON.parse(record.value?.toString() ?? 'null') };
}

function inOrder(found: readonly StoryEvent[]): readonly StoryEvent[] | undefined {
  if (!found.some(({ type }) => type === 'answer.completed.v1' || type === 'answer.failed.v1')) return undefined;
  return [...found].sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ type, data }: StoryEvent): number {
  const repaired = type === 'answers.drafted.v1' && (data as Draft).ordinal === 1;
  return repaired ? causalRank.indexOf('answers.repair-requested.v1') + 0.5 : causalRank.indexOf(type);
}

/** What a story is checked against beside its events. */
export interface Witness {
  readonly keys: KeySet;
  /** Requests that the provider took of an interaction. */
  readonly modelCallsOf: (interactionId: string) => number;
}

export async function storyOf(
  example: DemoExample,
  events: readonly StoryEvent[],
  { keys, modelCallsOf }: Witness,
): Promise<Story> {
  const { interactionId } = example.question;
  const drafted = events.filter(({ type }) => type === 'answers.drafted.v1').at(-1);
  const draft = drafted?.data as Draft | undefined;
  const terminal = events.at(-1);
  if (terminal === undefined) throw new Error('a story without events');
  const completed = terminal.type === 'answer.completed.v1';
  const answer = terminal.data as PublishedAnswer;
  return {
    interactionId,
    outcome: completed ? 'completed' : 'failed',
    code: completed ? null : (terminal.data as FailedNotice).code,
    evidence: draft?.evidence.mode ?? null,
    answerSource: completed ? answer.answerSource : null,
    generationKind: draft?.generationKind ?? null,
    modelCalls: modelCallsOf(interactionId),
    sealVerified: completed ? (await verifyAnswer(answer, keys)).ok : null,
    events: events.map(({ type }) => type),
    gateLatencyMs: terminal.at - (drafted?.at ?? terminal.at),
  };
}

/** The names of what differs from what the example declares; empty when all is as declared. */
export function differences(story: Story, { expect }: DemoExample): string[] {
  return (Object.keys(expect) as (keyof typeof expect)[]).filter(
    (name) => JSON.stringify(story[name]) !== JSON.stringify(expect[name]),
  );
}
