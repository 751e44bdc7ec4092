/** Who may stand on either side of a topic. `upstream` and `bot` are outside the house. */
export type TopicParty = 'upstream' | 'generation' | 'validation' | 'jury' | 'ledger' | 'delivery' | 'bot';

export interface Topic {
  readonly name: string;
  /** One producer a topic; the intake topic's producers are listed. */
  readonly producers: readonly TopicParty[];
  readonly readers: readonly TopicParty[];
  readonly key: 'interaction' | 'configuration entry' | 'chain' | 'as it was';
  readonly partitions: number;
  /** Bytes of one serialised event: key, headers and value together. */
  readonly limitBytes: number;
  /** Milliseconds; null keeps for ever. */
  readonly retentionMs: number | null;
  readonly cleanup: 'delete' | 'compact';
  readonly says: string;
}

const kB = 1024;
const day = 24 * 60 * 60 * 1000;
const everyInteraction = { key: 'interaction', partitions: 12, retentionMs: 3 * day, cleanup: 'delete' } as const;

/** The broker's `max.message.bytes` for a topic: a batch of one event at its limit fits with its framing. */
export const maxMessageBytes = (topic: Pick<Topic, 'limitBytes'>): number => topic.limitBytes + 64 * kB;

/** The one table of topics. ACLs, topic creation, the reference page and the tests are made from it. */
export const topics = [
  {
    ...everyInteraction,
    name: 'questions.asked.v1',
    producers: ['upstream', 'delivery'],
    readers: ['generation', 'delivery', 'ledger'],
    limitBytes: 256 * kB,
    says: 'a question with its prepared context',
  },
  {
    ...everyInteraction,
    name: 'questions.evaluation.v1',
    producers: ['ledger'],
    readers: ['generation', 'delivery', 'ledger'],
    limitBytes: 256 * kB,
    says: 'a question with the evaluation block',
  },
  {
    ...everyInteraction,
    name: 'answers.drafted.v1',
    producers: ['generation'],
    readers: ['validation', 'ledger'],
    limitBytes: 1024 * kB,
    says: 'the whole buffered response with the window that was used; or a failure and no text',
  },
  {
    ...everyInteraction,
    name: 'answers.repair-requested.v1',
    producers: ['validation'],
    readers: ['generation', 'ledger'],
    limitBytes: 64 * kB,
    says: 'one bounded repair: ids, digests, structural errors',
  },
  {
    ...everyInteraction,
    name: 'jury.summoned.v1',
    producers: ['validation'],
    readers: ['validation', 'jury', 'ledger'],
    limitBytes: 1024 * kB,
    says: 'a draft and the goals that nothing measured',
  },
  {
    ...everyInteraction,
    name: 'jury.verdict-reached.v1',
    producers: ['jury'],
    readers: ['validation', 'ledger'],
    limitBytes: 64 * kB,
    says: 'ballots and tally, naming the draft by digest',
  },
  {
    ...everyInteraction,
    name: 'reviews.requested.v1',
    producers: ['validation'],
    readers: ['validation', 'delivery', 'ledger'],
    limitBytes: 1024 * kB,
    says: 'a draft and findings for a person',
  },
  {
    ...everyInteraction,
    name: 'reviews.decided.v1',
    producers: ['ledger'],
    readers: ['validation', 'ledger'],
    limitBytes: 64 * kB,
    says: "a person's decision, naming the draft by digest",
  },
  {
    ...everyInteraction,
    name: 'answers.approved.v1',
    producers: ['validation'],
    readers: ['delivery', 'ledger'],
    limitBytes: 128 * kB,
    says: 'what is to be published, sealed',
  },
  {
    ...everyInteraction,
    name: 'answers.rejected.v1',
    producers: ['validation'],
    readers: ['delivery', 'ledger'],
    limitBytes: 128 * kB,
    says: 'the code and the findings, no text',
  },
  {
    ...everyInteraction,
    name: 'answers.recheck-requested.v1',
    producers: ['ledger'],
    readers: ['validation', 'ledger'],
    limitBytes: 64 * kB,
    says: 'a stored answer to be judged again',
  },
  {
    ...everyInteraction,
    name: 'answers.retracted.v1',
    producers: ['validation'],
    readers: ['delivery', 'ledger'],
    limitBytes: 64 * kB,
    says: 'a sealed retraction',
  },
  {
    ...everyInteraction,
    name: 'actions.proposed.v1',
    producers: ['validation'],
    readers: ['ledger'],
    limitBytes: 64 * kB,
    says: 'a proposal to act',
  },
  {
    ...everyInteraction,
    name: 'actions.authorised.v1',
    producers: ['ledger'],
    readers: ['upstream', 'ledger'],
    limitBytes: 64 * kB,
    says: 'authority for a proposal',
  },
  {
    ...everyInteraction,
    name: 'actions.reported.v1',
    producers: ['upstream'],
    readers: ['ledger'],
    limitBytes: 64 * kB,
    says: 'what upstream says it did',
  },
  {
    name: 'config.changed.v1',
    producers: ['ledger'],
    readers: ['generation', 'validation', 'jury', 'ledger', 'delivery'],
    key: 'configuration entry',
    partitions: 1,
    limitBytes: 128 * kB,
    retentionMs: null,
    cleanup: 'compact',
    says: 'one numbered change of the configuration',
  },
  {
    ...everyInteraction,
    name: 'interactions.erased.v1',
    producers: ['ledger'],
    readers: ['generation', 'validation', 'jury', 'ledger', 'delivery'],
    limitBytes: 16 * kB,
    says: 'the content of an interaction is to be purged',
  },
  {
    name: 'ledger.checkpoints.v1',
    producers: ['ledger'],
    readers: [],
    key: 'chain',
    partitions: 12,
    limitBytes: 16 * kB,
    retentionMs: 3 * day,
    cleanup: 'delete',
    says: 'signed heads of the record',
  },
  deadLetters('generation', ['generation', 'delivery', 'ledger']),
  deadLetters('validation', ['validation', 'delivery', 'ledger']),
  deadLetters('jury', ['jury', 'delivery', 'ledger']),
  deadLetters('ledger', []),
  deadLetters('delivery', ['delivery', 'ledger']),
] as const satisfies readonly Topic[];

export type Service = 'generation' | 'validation' | 'jury' | 'ledger' | 'delivery';
export const services = [
  'generation',
  'validation',
  'jury',
  'ledger',
  'delivery',
] as const satisfies readonly Service[];

/** A service reads its own where an operator has one replayed. */
function deadLetters<S extends Service>(service: S, readers: readonly TopicParty[]) {
  return {
    name: `dlq.${service}.v1` as const,
    producers: [service],
    readers,
    key: 'as it was',
    partitions: 12,
    limitBytes: 2048 * kB,
    retentionMs: 7 * day,
    cleanup: 'delete',
    says: `what ${service} could not handle, as it was`,
  } as const;
}

/** The client topic of a channel: delivery writes it, that channel's bots and the ledger read it. */
export function channelTopic(channel: string): Topic {
  return {
    ...everyInteraction,
    name: channelTopicName(channel),
    producers: ['delivery'],
    readers: ['bot', 'ledger'],
    limitBytes: 128 * kB,
    says: 'answer.deferred, answer.completed, answer.failed, answer.retracted',
  };
}

const channelTopicPattern = /^published\.([a-z][a-z0-9-]{0,39})\.v1$/;

export const channelTopicName = (channel: string): string => `published.${channel}.v1`;
export const deadLetterTopicName = <S extends Service>(service: S): `dlq.${S}.v1` => `dlq.${service}.v1`;

/** The channel of a client topic, or undefined where the name is not one. */
export function channelOfTopic(name: string): string | undefined {
  return channelTopicPattern.exec(name)?.[1];
}

const known = new Map<string, Topic>(topics.map((topic) => [topic.name, topic]));

/** The table's row for a name, client topics included. */
export function topicNamed(name: string): Topic | undefined {
  const found = known.get(name);
  if (found !== undefined) return found;
  const channel = channelOfTopic(name);
  if (channel === undefined) return undefined;
  const topic = channelTopic(channel);
  known.set(name, topic);
  return topic;
}

/** Every topic of a house with these channels, for topic creation. */
export const topicsWith = (channels: readonly string[]): Topic[] => [...topics, ...channels.map(channelTopic)];
