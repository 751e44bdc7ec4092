import {
  allEvents,
  channelTopic,
  maxMessageBytes,
  services,
  type Topic,
  type TopicParty,
  topicNamed,
  topics,
} from '#libs/contracts';
import { consumerGroup } from '#libs/event-flow';

type Event = (typeof allEvents)[number];
type Json = Readonly<Record<string, unknown>>;

const clientTopic: Topic = { ...channelTopic('channel'), name: 'published.{channel}.v1' };
const bindingVersion = '0.5.0';

/** AsyncAPI 3.0 of the topic table and the events; the same schemas that are checked at run time. */
export function asyncapiPage(): string {
  const described = [...topics, clientTopic];
  const document = {
    asyncapi: '3.0.0',
    info: {
      title: 'Imprimatur',
      version: '1.0.0',
      description:
        'Question events in, approved answers out. Generated from libs/contracts/src by `npm run docs`; do not edit. A topic without messages is reserved: nothing writes or reads it yet.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels: byName(described, channelId, channelOf),
    operations: Object.assign({}, ...described.map(operationsOf)) as Json,
    components: { messages: byName(allEvents, messageId, messageOf), messageTraits: { cloudEvent } },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Attributes of CloudEvents 1.0 as Kafka headers. */
const cloudEvent = {
  headers: {
    type: 'object',
    required: ['ce_specversion', 'ce_id', 'ce_source', 'ce_type', 'ce_time'],
    properties: {
      ce_specversion: { const: '1.0' },
      ce_id: { type: 'string' },
      ce_source: { type: 'string' },
      ce_type: { type: 'string' },
      ce_time: { type: 'string', format: 'date-time' },
      ce_traceparent: { type: 'string' },
      'content-type': { const: 'application/json' },
    },
  },
};

function byName<T>(items: readonly T[], nameOf: (item: T) => string, describe: (item: T) => Json): Json {
  return Object.fromEntries(items.map((item) => [nameOf(item), describe(item)]));
}

const idOf = (name: string): string => name.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '');
const channelId = ({ name }: Topic): string => idOf(name);
const messageId = ({ type }: Event): string => idOf(type);

/** A client topic holds the events that have no topic of their own. */
function eventsOn({ name }: Topic): Event[] {
  const isOn = ({ type }: Event) => (name === clientTopic.name ? topicNamed(type) === undefined : type === name);
  return allEvents.filter(isOn);
}

function channelOf(topic: Topic): Json {
  const { name, says, partitions, retentionMs, cleanup } = topic;
  const messages = byName(eventsOn(topic), messageId, (event) => ({
    $ref: `#/components/messages/${messageId(event)}`,
  }));
  return {
    address: name,
    description: `${says}. At most ${topic.limitBytes} bytes of key, headers and value.`,
    ...(topic === clientTopic
      ? { parameters: { channel: { description: 'The id of a channel of the configuration.' } } }
      : {}),
    messages,
    bindings: {
      kafka: {
        partitions,
        topicConfiguration: {
          'cleanup.policy': [cleanup],
          ...(retentionMs === null ? {} : { 'retention.ms': retentionMs }),
          'max.message.bytes': maxMessageBytes(topic),
        },
        bindingVersion,
      },
    },
  };
}

function messageOf({ type, says, schema, example }: Event): Json {
  return {
    name: type,
    summary: says,
    contentType: 'application/json',
    traits: [{ $ref: '#/components/messageTraits/cloudEvent' }],
    payload: schema,
    examples: [{ payload: example }],
    bindings: { kafka: { key: { type: 'string', description: '`<namespace>/<interactionId>`' }, bindingVersion } },
  };
}

/** Who writes a topic and who reads it; a service reads each topic in a group of its own. */
function operationsOf(topic: Topic): Json {
  return Object.fromEntries([
    ...topic.producers.map((party) => operationOf(party, 'send', topic)),
    ...topic.readers.map((party) => operationOf(party, 'receive', topic)),
  ]);
}

function operationOf(party: TopicParty, action: 'send' | 'receive', topic: Topic): [string, Json] {
  const service = services.find((name) => name === party);
  const groupId = service && action === 'receive' && { const: consumerGroup(service, topic.name) };
  const operation = {
    action,
    title: `${party} ${action === 'send' ? 'writes' : 'reads'}`,
    channel: { $ref: `#/channels/${channelId(topic)}` },
    ...(groupId ? { bindings: { kafka: { groupId, bindingVersion } } } : {}),
  };
  return [`${party}_${action}_${channelId(topic)}`, operation];
}
