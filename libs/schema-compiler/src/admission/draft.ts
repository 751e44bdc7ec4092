import { type SchemaObject } from '../json-schema.js';

export type Draft = 'draft-07' | '2019-09' | '2020-12';

const drafts = new Map<string, Draft>([
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
]);

/** The draft that `$schema` names, with or without an empty fragment; without `$schema` it is 2020-12. */
export function draftOf(schema: SchemaObject): Draft | undefined {
  const named = schema['$schema'];
  if (named === undefined) return '2020-12';
  return typeof named === 'string' ? drafts.get(named.replace(/#$/, '')) : undefined;
}

const since2020 = ['prefixItems', '$dynamicRef', '$dynamicAnchor'];
const since2019 = [
  '$anchor',
  '$recursiveRef',
  '$recursiveAnchor',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedItems',
  'unevaluatedProperties',
  'minContains',
  'maxContains',
];
const until2019 = ['additionalItems', '$recursiveRef', '$recursiveAnchor'];

/**
 * Keywords that another draft asserts and this one ignores in silence: whoever writes one means it.
 * `id` is draft-04's; `definitions` and `dependencies` keep their meaning in every draft.
 */
export const foreignKeywords: Readonly<Record<Draft, ReadonlySet<string>>> = {
  'draft-07': new Set(['id', ...since2019, ...since2020]),
  '2019-09': new Set(['id', ...since2020]),
  '2020-12': new Set(['id', ...until2019]),
};

/** What ajv 8 decides against JSON-Schema-Test-Suite, in part by accepting: nothing may be approved by that. */
export const unserved: ReadonlySet<string> = new Set(['$dynamicRef', '$recursiveRef', 'unevaluatedItems']);
