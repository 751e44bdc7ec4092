import { type Acl } from '#libs/contracts';

import { type KafkaSettings } from '../event-flow.port.js';
import { aclDifference, entryOf, everyAllowed, exactly, sentenceOf, userOf } from './acl-entries.js';
import { kafkaClient } from './client.js';
import { hasNoAuthoriser, kafkaFailure } from './kafka-failure.js';

/** What was changed, a sentence for each rule. */
export interface AclChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Makes the broker's rules for the principals that are ours equal to `wanted`: what is missing is added, then what is
 * stale is removed. What forbids something stays, and so do the rules of everybody else.
 * @param ours says of a name, without `User:`, whether its rules are ours to remove
 * @returns null where the broker has no authoriser
 * @throws OutageError when the broker is away, or does not let this login change its rules
 */
export function applyAcls(
  settings: KafkaSettings,
  wanted: readonly Acl[],
  ours: (principal: string) => boolean,
): Promise<AclChange | null> {
  return withAdmin(settings, async (admin) => {
    const { resources } = await admin.describeAcls(everyAllowed);
    const present = resources.flatMap(({ acls, ...resource }) => acls.map((acl) => ({ ...resource, ...acl })));
    const { missing, stale } = aclDifference(
      present.filter(({ principal }) => ours(userOf(principal))),
      wanted,
    );
    if (missing.length > 0) await admin.createAcls({ acl: missing });
    if (stale.length > 0) await admin.deleteAcls({ filters: stale.map(exactly) });
    return { added: missing.map(sentenceOf), removed: stale.map(sentenceOf) };
  });
}

/** Adds rules and removes none. @throws OutageError as `applyAcls` does */
export async function addAcls(settings: KafkaSettings, wanted: readonly Acl[]): Promise<void> {
  await withAdmin(settings, (admin) => admin.createAcls({ acl: wanted.map(entryOf) }));
}

type Admin = ReturnType<ReturnType<typeof kafkaClient>['admin']>;

async function withAdmin<T>(settings: KafkaSettings, work: (admin: Admin) => Promise<T>): Promise<T | null> {
  const admin = kafkaClient(settings).admin();
  try {
    await admin.connect();
    return await work(admin);
  } catch (error) {
    if (hasNoAuthoriser(error)) return null;
    throw kafkaFailure(error);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
