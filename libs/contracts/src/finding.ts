import { type Static, Type } from '@sinclair/typebox';

import { closed, code, count, oneOf, orNull, pointer } from './fields.js';

export const findingLayer = oneOf('parse', 'envelope', 'schema', 'meaning', 'policy', 'rules', 'rendering');

/** A fact with a code and a place; never an excerpt of what it found. */
export const finding = closed({
  code,
  layer: findingLayer,
  status: oneOf('passed', 'failed', 'broken', 'not_measured'),
  pointer: orNull(pointer),
  /** `[start, end)` in UTF-16 units of the string at `pointer`. */
  span: orNull(closed({ start: count, end: count })),
});
export type Finding = Static<typeof finding>;
export type FindingLayer = Static<typeof findingLayer>;

export const findings = Type.Array(finding, { maxItems: 200 });
