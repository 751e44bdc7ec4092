import { type Configuration } from './configuration.js';
import {
  channelTopicName,
  deadLetterTopicName,
  type Service,
  services,
  type Topic,
  type TopicParty,
  topicsWith,
} from './topics.js';

/** Who is connected to a house beside its services. */
export interface Connected {
  /** Ids of channels; each has one principal for its bots. */
  readonly channels: readonly string[];
  /** Names of the systems that ask; each has a principal of its own. */
  readonly upstreams: readonly string[];
}

/** A login at the broker, and the side of the topics on which it stands. */
export interface BrokerPrincipal {
  readonly name: string;
  readonly party: TopicParty | 'operator';
  /** The consumer groups that it may join begin with this. */
  readonly groupPrefix: string;
  /** A bot's. */
  readonly channel?: string;
}

/** One thing that a principal may do, from every host. What no rule allows, the broker's authoriser refuses. */
export interface Acl {
  readonly principal: string;
  readonly operation: 'read' | 'write' | 'create' | 'describe' | 'alter';
  readonly resource: 'topic' | 'group' | 'cluster';
  readonly name: string;
  readonly pattern: 'literal' | 'prefixed';
}

export const connectedTo = ({ channels, upstreams = [] }: Configuration): Connected => ({
  channels: channels.map(({ id }) => id),
  upstreams,
});

const namePrefix = 'imprimatur-';

/** The groups of a service: one for each subscription. */
export const serviceGroupPrefix = (service: Service): string => `imprimatur.${service}.`;
/** The groups of those who look on and commit nothing: the command. */
export const tailGroupPrefix = 'imprimatur-tail.';

export const servicePrincipal = (service: Service): string => `${namePrefix}${service}`;
export const botPrincipal = (channel: string): string => `${namePrefix}bot-${channel}`;
export const upstreamPrincipal = (system: string): string => `${namePrefix}upstream-${system}`;
/** Makes topics and rules, and reads dead letters; writes no topic of the product. */
export const operatorPrincipal = `${namePrefix}operator`;

/** Whether a name belongs to the house: its rules are ours, and a stale one is removed. */
export const isOfTheHouse = (principal: string): boolean => principal.startsWith(namePrefix);

export function brokerPrincipals({ channels, upstreams }: Connected): BrokerPrincipal[] {
  return [
    ...services.map((service) => ({
      name: servicePrincipal(service),
      party: service,
      groupPrefix: serviceGroupPrefix(service),
    })),
    ...upstreams.map((system) => ({
      name: upstreamPrincipal(system),
      party: 'upstream' as const,
      groupPrefix: `upstream.${system}.`,
    })),
    ...channels.map((channel) => ({
      name: botPrincipal(channel),
      party: 'bot' as const,
      groupPrefix: `bot.${channel}.`,
      channel,
    })),
    { name: operatorPrincipal, party: 'operator' as const, groupPrefix: tailGroupPrefix },
  ];
}

/** Every rule of a house, made from the topic table: whatever is not here is refused where the authoriser is on. */
export function aclsOf(connected: Connected): Acl[] {
  const table = topicsWith(connected.channels);
  return brokerPrincipals(connected).flatMap((principal) => [
    ...(principal.party === 'operator' ? operatorAcls(table) : topicAcls(principal, table)),
    {
      principal: principal.name,
      operation: 'read',
      resource: 'group',
      name: principal.groupPrefix,
      pattern: 'prefixed',
    },
  ]);
}

/** What the operator must be given by the broker's own administrator; it gives everything else, itself included. */
export const operatorBootstrapAcls: readonly Acl[] = (['alter', 'describe'] as const).map((operation) => ({
  principal: operatorPrincipal,
  operation,
  resource: 'cluster',
  name: 'kafka-cluster',
  pattern: 'literal',
}));

/** Both read and write let a principal see the topic, its offsets and its own lag too. */
function topicAcls({ name: principal, party, channel }: BrokerPrincipal, table: readonly Topic[]): Acl[] {
  const seen = channel === undefined ? table : table.filter(({ name }) => name === channelTopicName(channel));
  const stands = (parties: readonly TopicParty[]) => parties.some((one) => one === party);
  return seen.flatMap(({ name, producers, readers }) => [
    ...(stands(producers) ? [onTopic(principal, 'write', name)] : []),
    ...(stands(readers) ? [onTopic(principal, 'read', name)] : []),
  ]);
}

function operatorAcls(table: readonly Topic[]): Acl[] {
  const letters = services.map((service) => onTopic(operatorPrincipal, 'read', deadLetterTopicName(service)));
  const making = table.flatMap(({ name }) =>
    (['create', 'describe'] as const).map((operation) => onTopic(operatorPrincipal, operation, name)),
  );
  return [...operatorBootstrapAcls, ...making, ...letters];
}

const onTopic = (principal: string, operation: Acl['operation'], name: string): Acl => ({
  principal,
  operation,
  resource: 'topic',
  name,
  pattern: 'literal',
});
