import { codes, type PortabilityCode } from '#libs/contracts';

import { type AdmittedSchema } from '../admission/admitted-schema.js';
import { conjunctsOf } from '../conjuncts.js';
import { isKeyword, isObject, listAt, membersAt, type SchemaObject } from '../json-schema.js';
import { statedTypes } from '../types.js';

/** A place of a schema that works, and will not everywhere. */
export interface PortabilityWarning {
  readonly code: PortabilityCode;
  readonly pointer: string;
  readonly says: string;
}

type Rule = (schema: SchemaObject, pointer: string, admitted: AdmittedSchema) => boolean;

/** More members than models fill in reliably. */
const manyMembers = 20;
const combinators = ['anyOf', 'oneOf', 'allOf'];
const typed = ['type', 'enum', 'const', '$ref', ...combinators];

const isValuePlace = (pointer: string): boolean =>
  pointer === '' ||
  /\/(?:properties|\$defs|definitions|patternProperties)\/[^/]*$|\/(?:items|additionalProperties)$/.test(pointer);

const rules: Readonly<Record<PortabilityCode, Rule>> = {
  'portability.no_type': (schema, pointer) => isValuePlace(pointer) && !typed.some((keyword) => keyword in schema),
  'portability.open_object': ({ type, properties, additionalProperties, unevaluatedProperties }) =>
    (type === 'object' || properties !== undefined) &&
    additionalProperties !== false &&
    unevaluatedProperties !== false,
  'portability.deep_combinator': (schema, pointer) =>
    /\/(?:anyOf|oneOf|allOf)\/\d+/.test(pointer) && combinators.some((keyword) => keyword in schema),
  'portability.numeric_id': ({ type }, pointer) =>
    /\/properties\/(?:id|[^/]*(?:[_-]id|Id|ID))$/.test(pointer) && (type === 'integer' || type === 'number'),
  'portability.large_arguments': (schema) => membersAt(schema, 'properties').length > manyMembers,
  'portability.object_or_string': isObjectOrString,
  'portability.nullable': (schema) => 'nullable' in schema,
  'portability.unknown_keyword': (schema) => Object.keys(schema).some((keyword) => !isKeyword(keyword)),
};

/** What a registered schema is warned of, in the order of its places. */
export function portabilityWarnings(admitted: AdmittedSchema): PortabilityWarning[] {
  return [...admitted.references.places].flatMap(([pointer, schema]) =>
    isObject(schema)
      ? (Object.keys(rules) as PortabilityCode[])
          .filter((code) => rules[code](schema, pointer, admitted))
          .map((code) => ({ code, pointer, says: codes[code].says }))
      : [],
  );
}

/** An answer that holds the object as a string passes by the other branch, and nobody sees that it was meant. */
function isObjectOrString(schema: SchemaObject, pointer: string, { references }: AdmittedSchema): boolean {
  const branches = (['anyOf', 'oneOf'] as const).flatMap((keyword) =>
    listAt(schema, keyword).map((branch, index) => ({ pointer: `${pointer}/${keyword}/${index}`, schema: branch })),
  );
  const inBranches = branches.flatMap((branch) => statedTypes(conjunctsOf([branch], references) ?? []) ?? []);
  const types = Array.isArray(schema['type']) ? [...inBranches, ...(schema['type'] as unknown[])] : inBranches;
  return types.includes('object') && types.includes('string');
}
