import { isObject, listAt, type Place } from '../json-schema.js';
import { type References } from '../references.js';

/**
 * Whether the schema says that its value is an object: by `type`, by a reference, by one part of an `allOf`, or by
 * every branch of a union. `required` and `properties` do not say it: a bare string passes them.
 */
export function saysObject({ pointer, schema }: Place, references: References): boolean {
  if (!isObject(schema)) return false;
  const { type, nullable, $ref } = schema;
  if (type !== undefined) return type === 'object' && nullable !== true;
  const says = (keyword: string) => (value: unknown, index: number) =>
    saysObject({ pointer: `${pointer}/${keyword}/${index}`, schema: value }, references);
  const every = (keyword: string) => {
    const branches = listAt(schema, keyword);
    return branches.length > 0 && branches.every(says(keyword));
  };
  if (typeof $ref === 'string' && saysObject(references.target(pointer, $ref), references)) return true;
  return listAt(schema, 'allOf').some(says('allOf')) || every('anyOf') || every('oneOf');
}
