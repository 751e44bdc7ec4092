import { pointerToken } from '#libs/kernel';

export type SchemaObject = Readonly<Record<string, unknown>>;

/** A subschema and where it stands in its document. */
export interface Place {
  readonly pointer: string;
  readonly schema: unknown;
}

const holdsOne = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
] as const;
const holdsList = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'] as const;
const holdsMap = [
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
] as const;

export const isObject = (value: unknown): value is SchemaObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value);

/** The subschemas directly below; what stands where no keyword of any draft puts a schema is none. */
export function subschemas({ pointer, schema }: Place): Place[] {
  if (!isObject(schema)) return [];
  const below = (keyword: string, inner: string | number, value: unknown): Place => ({
    pointer: pointer + pointerToken(keyword) + pointerToken(inner),
    schema: value,
  });
  const one = holdsOne.map((keyword) => ({ pointer: pointer + pointerToken(keyword), schema: schema[keyword] }));
  const list = holdsList.flatMap((keyword) =>
    listAt(schema, keyword).map((value, index) => below(keyword, index, value)),
  );
  const map = holdsMap.flatMap((keyword) =>
    membersAt(schema, keyword).map(([name, value]) => below(keyword, name, value)),
  );
  return [...one, ...list, ...map].filter((place) => isSchema(place.schema));
}

export function listAt(schema: SchemaObject, keyword: string): readonly unknown[] {
  const value = schema[keyword];
  return Array.isArray(value) ? value : [];
}

export function membersAt(schema: SchemaObject, keyword: string): [string, unknown][] {
  const value = schema[keyword];
  return isObject(value) ? Object.entries(value) : [];
}

/** Every subschema, the root first; without recursion. */
export function everyPlace(root: SchemaObject): Place[] {
  const found: Place[] = [{ pointer: '', schema: root }];
  // The list grows while it is walked.
  for (const place of found) found.push(...subschemas(place));
  return found;
}

/** Keywords that a value can break; all others only tell or structure. */
export const assertions = new Set([
  ...['type', 'enum', 'const', 'nullable', 'not', 'if', 'anyOf', 'oneOf'],
  ...['minLength', 'maxLength', 'pattern', 'format'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames', 'minProperties'],
  ...['maxProperties', 'dependencies', 'dependentRequired', 'dependentSchemas', 'unevaluatedProperties'],
  ...['items', 'prefixItems', 'additionalItems', 'contains', 'minContains', 'maxContains', 'minItems', 'maxItems'],
  ...['uniqueItems', 'unevaluatedItems'],
]);

const telling = new Set([
  ...['$schema', '$id', '$ref', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$defs', 'definitions', '$comment'],
  ...['$vocabulary', 'title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly', 'allOf'],
  ...['then', 'else', 'contentEncoding', 'contentMediaType', 'contentSchema'],
]);

/** Whether some draft knows the keyword; all others are ignored. */
export const isKeyword = (keyword: string): boolean => assertions.has(keyword) || telling.has(keyword);
