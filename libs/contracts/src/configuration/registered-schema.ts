import { type Static, Type } from '@sinclair/typebox';

import { closed, name } from '../fields.js';

/**
 * A caller's schema under a name that questions may use. An id and version stand for one schema for ever: old versions
 * stay, a changed schema is a new version.
 */
export const registeredSchema = closed({
  id: name,
  version: name,
  /**
   * JSON text: numbers keep their digits in it, and members their order, which is the order in which models answer.
   * At most what a record of the configuration can carry.
   */
  schema: Type.String({ minLength: 2, maxLength: 128 * 1024 }),
  /** True where this version takes fields from the readers of the version before. */
  breaking: Type.Optional(Type.Boolean()),
});
export type RegisteredSchema = Static<typeof registeredSchema>;

/** The index of the first entry whose id and version an earlier one has. */
export function repeatedSchema(schemas: readonly RegisteredSchema[]): number {
  const names = schemas.map(({ id, version }) => JSON.stringify([id, version]));
  return names.findIndex((one, index) => names.indexOf(one) < index);
}
