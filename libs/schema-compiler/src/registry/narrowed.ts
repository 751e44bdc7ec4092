import { canonicalJson } from '#libs/kernel';

import { type Part } from '../conjuncts.js';
import { assertions, isObject, listAt, type Place } from '../json-schema.js';
import { statedTypes, statedValues } from '../types.js';

/** A keyword of the new version that admits less than the old one did. */
export interface Narrowed {
  readonly pointer: string;
  readonly keyword: string;
}

/** Whether the second place admits all that the first does. */
type Fits = (before: Place, after: Place) => boolean;

/** Fields and items are compared one by one, `required` with them. */
const comparedElsewhere = new Set(['properties', 'required', 'items', 'nullable']);
const upper = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains']);
const lower = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains']);

export function narrowedKeywords(before: readonly Part[], after: readonly Part[], fits: Fits): Narrowed[] {
  return after.flatMap(({ pointer, schema }) =>
    Object.keys(schema)
      .filter((keyword) => assertions.has(keyword) && !comparedElsewhere.has(keyword))
      .filter((keyword) => !isAsWide(keyword, before, after, { pointer, schema }, fits))
      .map((keyword) => ({ pointer, keyword })),
  );
}

function isAsWide(keyword: string, before: readonly Part[], after: readonly Part[], part: Part, fits: Fits): boolean {
  const value = part.schema[keyword];
  const old = before
    .filter(({ schema }) => keyword in schema)
    .map(({ pointer, schema }) => ({ pointer, value: schema[keyword] }));
  if (keyword === 'type') return holdsAll(statedTypes(after), statedTypes(before));
  if (keyword === 'enum' || keyword === 'const') return holdsAll(statedValues(after), statedValues(before));
  if (old.some((one) => canonicalJson(one.value) === canonicalJson(value))) return true;
  if (upper.has(keyword)) return old.some((one) => Number(value) >= Number(one.value));
  if (lower.has(keyword)) return old.some((one) => Number(value) <= Number(one.value));
  if (keyword === 'additionalProperties') return isOpenEnough(part, old, fits);
  if (keyword === 'anyOf') return old.some((one) => everyBranchFits(one, part, fits));
  return value === true && keyword.startsWith('unevaluated');
}

function holdsAll(now: readonly unknown[] | undefined, old: readonly unknown[] | undefined): boolean {
  if (now === undefined) return true;
  const texts = new Set(now.map(canonicalJson));
  if (texts.has('"number"')) texts.add('"integer"');
  return old?.every((value) => texts.has(canonicalJson(value))) ?? false;
}

function isOpenEnough(
  { pointer, schema }: Part,
  old: readonly { pointer: string; value: unknown }[],
  fits: Fits,
): boolean {
  const value = schema['additionalProperties'];
  const place = { pointer: `${pointer}/additionalProperties`, schema: value };
  if (value === true || (isObject(value) && Object.keys(value).length === 0)) return true;
  return old.some(
    (one) => one.value === false || fits({ pointer: `${one.pointer}/additionalProperties`, schema: one.value }, place),
  );
}

/** Each branch of before has one that admits as much. */
function everyBranchFits(old: { pointer: string; value: unknown }, part: Part, fits: Fits): boolean {
  const branches = Array.isArray(old.value) ? (old.value as unknown[]) : [];
  return branches.every((branch, index) =>
    listAt(part.schema, 'anyOf').some((next, at) =>
      fits(
        { pointer: `${old.pointer}/anyOf/${index}`, schema: branch },
        { pointer: `${part.pointer}/anyOf/${at}`, schema: next },
      ),
    ),
  );
}
