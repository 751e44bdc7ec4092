import { type Static, Type } from '@sinclair/typebox';

import { closed, name, orNull } from '../fields.js';

/** RFC 3339 in UTC. */
const moment = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$' });

/** What one capability showed, and when: a test that did not come to a result leaves an earlier one with its date. */
const probedCapability = closed({ supported: Type.Boolean(), at: moment });
const unknownOr = orNull(probedCapability);

/** The record of a conformance set against the live endpoint. It holds for this adapter version, URL and model alone. */
export const probe = closed({
  adapterVersion: name,
  baseUrl: Type.String({ maxLength: 500 }),
  model: name,
  /** The name that the endpoint gives the model in its responses, null where it gives none. */
  namedModel: orNull(name),
  at: moment,
  /** null where no test has come to a result. */
  capabilities: closed({
    jsonMode: unknownOr,
    jsonSchema: unknownOr,
    strictSchema: unknownOr,
    toolCalls: unknownOr,
    parallelToolCallsWithStrict: unknownOr,
  }),
});
export type Probe = Static<typeof probe>;
export type ProbedCapability = Static<typeof probedCapability>;

export const capabilityNames = [
  'jsonMode',
  'jsonSchema',
  'strictSchema',
  'toolCalls',
  'parallelToolCallsWithStrict',
] as const satisfies readonly (keyof Probe['capabilities'])[];
export type CapabilityName = (typeof capabilityNames)[number];
