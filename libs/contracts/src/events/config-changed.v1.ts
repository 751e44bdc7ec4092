import { Type } from '@sinclair/typebox';

import { type Result } from '#libs/kernel';

import { itemKey, itemKinds } from '../configuration-items.js';
import { defineEvent } from '../event-definition.js';
import { closed, name } from '../fields.js';
import { eventId } from '../ids.js';
import { makeEvent, type OutgoingEvent, type TooLarge } from '../outgoing-event.js';

const configRevision = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

const written = itemKinds.map(({ kind, schema: item }) =>
  closed({ configRevision, kind: Type.Literal(kind), id: name, item }),
);
/** Of any kind: what a later version wrote can still be taken away. */
const retired = closed({
  configRevision,
  kind: Type.String({ pattern: '^[a-z][a-z-]{0,39}$' }),
  id: name,
  retired: Type.Literal(true),
});

/** One item of the configuration as it is from this revision on, or that it is no more. */
export type ConfigurationChange = {
  /** Counts the changes; each has one of its own. */
  readonly configRevision: number;
  readonly kind: string;
  readonly id: string;
} & ({ readonly item: unknown } | { readonly retired: true });

export const configChangedV1 = defineEvent({
  type: 'config.changed.v1',
  // The configuration that the changes make is read strictly, as a whole.
  reads: 'tolerant',
  says: 'one numbered change of the configuration: an item as it is from now on, or retired',
  schema: Type.Unsafe<ConfigurationChange>(Type.Union([...written, retired])),
  key: itemKey,
  example: { configRevision: 7, kind: 'channel', id: 'web', item: { id: 'web', namespaces: 'every' } },
});

/** @param time RFC 3339 */
export function configChangedEvent(change: ConfigurationChange, time: string): Result<OutgoingEvent, TooLarge> {
  const { type } = configChangedV1;
  const id = eventId(`configuration/${change.configRevision}`, type, 0);
  return makeEvent({ definition: configChangedV1, data: change, id, source: 'urn:imprimatur:ledger', time });
}
