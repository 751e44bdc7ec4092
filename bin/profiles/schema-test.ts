import { type ConfigurationSnapshot, type ModelAdapter } from '#libs/contracts';
import { admitSchema, compileSchema, type DialectId, mapBack, validatorFor } from '#libs/schema-compiler';

import { CommandError } from '../settings.js';
import { type ConformanceTest, jsonOf } from './conformance.js';

const dialects: Readonly<Record<ModelAdapter, DialectId>> = {
  openai: 'openai-strict',
  'openai-responses': 'openai-strict',
  anthropic: 'anthropic',
};

/**
 * Whether the endpoint takes a registered schema, compiled for its dialect, and keeps it: what comes back is mapped and
 * held against the original.
 * @param named `<id>@<version>` @throws CommandError where it is not registered, or cannot be compiled
 */
export function schemaTest(
  { schemas = [] }: ConfigurationSnapshot,
  named: string,
  adapter: ModelAdapter,
): ConformanceTest {
  const found = schemas.find(({ id, version }) => `${id}@${version}` === named);
  if (found === undefined) throw new CommandError(`The configuration registers no schema ${named}.`);
  const admitted = admitSchema(found.schema);
  const compiled = admitted.ok ? compileSchema(admitted.value, dialects[adapter]) : null;
  if (!admitted.ok || !compiled?.accepted) {
    throw new CommandError(`${named} cannot be asked for here: see imprimatur schema compile.`, 3);
  }
  const validate = validatorFor(admitted.value);
  return {
    name: 'registered_schema',
    capability: null,
    asks: { mode: 'strict', prompt: 'Give one plain example of what the schema describes, as JSON.' },
    schema: compiled.schema,
    passes: (response) => {
      const mapped = mapBack(compiled, jsonOf(response));
      return mapped.ok && validate(mapped.value).outcome === 'valid';
    },
  };
}
