import { type Static, type TSchema } from '@sinclair/typebox';

import { type SchemaCheck, strictCheck, tolerantCheck } from './schema.js';

/** One event and version: its name, its key, its schema, one example. */
export interface EventDefinition<S extends TSchema = TSchema> {
  /** `answers.drafted.v1`: the topic's name, or on client topics the event's own. */
  readonly type: string;
  readonly schema: S;
  /** What the reader of this type must accept: strict at the edge, tolerant between our services. */
  readonly reads: 'strict' | 'tolerant';
  /**
   * The part that must be well-formed Unicode; all of it where this is left out. A model's own text may be ill formed:
   * whoever reads it judges that, not the binding.
   */
  readonly wellFormedPart?: (data: Static<S>) => unknown;
  readonly key: (data: Static<S>) => string;
  readonly example: Static<S>;
  readonly says: string;
  readonly checkWritten: SchemaCheck;
  readonly checkRead: SchemaCheck;
}

export function defineEvent<S extends TSchema>(
  definition: Omit<EventDefinition<S>, 'checkWritten' | 'checkRead'>,
): EventDefinition<S> {
  const checkWritten = strictCheck(definition.schema);
  const checkRead = definition.reads === 'strict' ? checkWritten : tolerantCheck(definition.schema);
  return { ...definition, checkWritten, checkRead };
}
