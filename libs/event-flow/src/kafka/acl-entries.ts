import kafkajs, { type AclEntry, type AclFilter } from 'kafkajs';

import { type Acl } from '#libs/contracts';

// CommonJS whose enums Node does not see as named exports.
const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;

const operations = {
  read: AclOperationTypes.READ,
  write: AclOperationTypes.WRITE,
  create: AclOperationTypes.CREATE,
  describe: AclOperationTypes.DESCRIBE,
  alter: AclOperationTypes.ALTER,
} as const satisfies Record<Acl['operation'], number>;
const resources = {
  topic: AclResourceTypes.TOPIC,
  group: AclResourceTypes.GROUP,
  cluster: AclResourceTypes.CLUSTER,
} as const satisfies Record<Acl['resource'], number>;
const patterns = {
  literal: ResourcePatternTypes.LITERAL,
  prefixed: ResourcePatternTypes.PREFIXED,
} as const satisfies Record<Acl['pattern'], number>;

export const everyAllowed: AclFilter = {
  resourceType: AclResourceTypes.ANY,
  resourcePatternType: ResourcePatternTypes.ANY,
  operation: AclOperationTypes.ANY,
  permissionType: AclPermissionTypes.ALLOW,
};

export const userOf = (principal: string): string => principal.replace(/^User:/, '');

export const entryOf = ({ principal, operation, resource, name, pattern }: Acl): AclEntry => ({
  principal: `User:${principal}`,
  host: '*',
  operation: operations[operation],
  permissionType: AclPermissionTypes.ALLOW,
  resourceType: resources[resource],
  resourceName: name,
  resourcePatternType: patterns[pattern],
});

/** The filter that fits this entry and no other. */
export const exactly = (entry: AclEntry): AclFilter => ({ ...entry });

/** What must be added, and what must go, for the broker to have the wanted rules and no other. */
export function aclDifference(
  present: readonly AclEntry[],
  wanted: readonly Acl[],
): { readonly missing: AclEntry[]; readonly stale: AclEntry[] } {
  const entries = wanted.map(entryOf);
  const [there, asked] = [new Set(present.map(keyOf)), new Set(entries.map(keyOf))];
  return {
    missing: entries.filter((entry) => !there.has(keyOf(entry))),
    stale: present.filter((entry) => !asked.has(keyOf(entry))),
  };
}

/** `imprimatur-ledger: read topic answers.drafted.v1`, for a person. */
export function sentenceOf(entry: AclEntry): string {
  const all = entry.resourcePatternType === ResourcePatternTypes.PREFIXED ? '*' : '';
  const from = entry.host === '*' ? '' : ` from ${entry.host}`;
  const verb = nameIn(AclOperationTypes, entry.operation);
  const what = nameIn(AclResourceTypes, entry.resourceType);
  return `${userOf(entry.principal)}: ${verb} ${what} ${entry.resourceName}${all}${from}`;
}

const nameIn = (names: object, value: number): string =>
  Object.entries(names)
    .find(([, one]) => one === value)?.[0]
    ?.toLowerCase()
    .replaceAll('_', ' ') ?? String(value);

const keyOf = (entry: AclEntry): string =>
  JSON.stringify([
    entry.principal,
    entry.host,
    entry.operation,
    entry.permissionType,
    entry.resourceType,
    entry.resourceName,
    entry.resourcePatternType,
  ]);
