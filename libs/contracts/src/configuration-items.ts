import { type TArray } from '@sinclair/typebox';

import { canonicalJson } from '#libs/kernel';

import { type Configuration, configurationSchema } from './configuration.js';

type ListMember = Exclude<keyof Configuration, 'revision'>;
type ItemOf<M extends ListMember> = NonNullable<Configuration[M]>[number];

interface ItemKind<Item> {
  readonly kind: string;
  /** Unique within the kind. */
  readonly idOf: (item: Item) => string;
}

/** Every list of the configuration, a line each. What is named stands above who names it. */
const kinds = {
  profiles: { kind: 'profile', idOf: ({ id }) => id },
  schemas: { kind: 'schema', idOf: ({ id, version }) => `${id}@${version}` },
  channels: { kind: 'channel', idOf: ({ id }) => id },
  policies: { kind: 'policy', idOf: ({ id }) => id },
  agents: { kind: 'agent', idOf: ({ id }) => id },
  upstreams: { kind: 'upstream', idOf: (name) => name },
  apiTokens: { kind: 'api-token', idOf: ({ tokenDigest }) => tokenDigest },
} satisfies { readonly [M in ListMember]: ItemKind<ItemOf<M>> };

/** One item of one list, as it stands on the topic under `<kind>/<id>`. */
export interface ConfigurationItem {
  readonly kind: string;
  readonly id: string;
  readonly item: unknown;
}

export const itemKey = ({ kind, id }: Pick<ConfigurationItem, 'kind' | 'id'>): string => `${kind}/${id}`;

const lists = Object.entries(kinds) as [ListMember, ItemKind<unknown>][];

/** The kinds in their order, with the schema that the configuration gives to their items. */
export const itemKinds = lists.map(([member, { kind }]) => ({
  kind,
  schema: (configurationSchema.properties[member] as TArray).items,
}));

/** Every item; what is named comes before who names it. */
export function itemsOf(configuration: Configuration): ConfigurationItem[] {
  return lists.flatMap(([member, { kind, idOf }]) =>
    (configuration[member] ?? []).map((item: unknown) => ({ kind, id: idOf(item), item })),
  );
}

/** The value whose items these are, each list in the order of its ids, for `readConfiguration` to check. */
export function fromItems(revision: number, items: readonly ConfigurationItem[]): Record<string, unknown> {
  const inOrder = [...items].sort((one, other) => (one.id < other.id ? -1 : 1));
  const value: Record<string, unknown> = { revision };
  for (const [member, { kind }] of lists) {
    value[member] = inOrder.filter((one) => one.kind === kind).map(({ item }) => item);
  }
  return value;
}

export const sameItem = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);
