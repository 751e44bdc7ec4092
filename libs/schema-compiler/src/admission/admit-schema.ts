import { fail, ok, pointerToken, type Result } from '#libs/kernel';

import { everyPlace, isObject, listAt, type Place, type SchemaObject } from '../json-schema.js';
import { maxReported, reason, type SchemaReason } from '../reason.js';
import { References } from '../references.js';
import { withinTime } from '../within-time.js';
import { validatorFor } from '../validation/validator-for.js';
import { type AdmittedSchema, digestOfSchema } from './admitted-schema.js';
import { type Draft, draftOf } from './draft.js';
import { endlessReferences } from './endless.js';
import { examinePlace } from './examine-place.js';
import { malformations } from './meta-schema.js';
import { readSchema, textOf } from './read-schema.js';
import { saysObject } from './root.js';

export type Admission = Result<AdmittedSchema, readonly SchemaReason[]>;

/** Subschemas of one document: what a validator is compiled of in well under a second. */
export const maxPlaces = 5000;
/** Values of all enums together. */
const maxEnumValues = 10_000;
/** Milliseconds for the whole admission; an ordinary schema takes a few. */
const admissionTime = 5000;

export interface AdmissionOptions {
  /** An answer is an object; `any` is for a part of one, for example the arguments of a test. */
  readonly root?: 'object' | 'any';
}

/**
 * Takes a caller's schema in, or says why not. Never throws, whatever the schema is. A string is JSON text; any other
 * value is taken as JSON. It runs on the caller's thread, five seconds at most.
 */
export function admitSchema(source: unknown, { root = 'object' }: AdmissionOptions = {}): Admission {
  const text = typeof source === 'string' ? source : textOf(source);
  if (text === undefined) return fail([reason('schema.not_json', '')]);
  const read = readSchema(text);
  if (!read.ok) return read;
  const admission = withinTime(admissionTime, () => admit(read.value, root));
  return admission.ok ? admission.value : fail([reason('schema.too_costly', '')]);
}

function admit(schema: SchemaObject, root: 'object' | 'any'): Admission {
  const draft = draftOf(schema);
  if (draft === undefined) return fail([reason('schema.unknown_dialect', '/$schema')]);
  const places = everyPlace(schema);
  const early = [...sizes(places), ...protoNames(schema), ...malformations(schema, draft)];
  if (early.length > 0) return refused(early);
  const references = new References(schema);
  const found = places.flatMap(({ pointer, schema: at }) =>
    isObject(at) ? examinePlace({ pointer, schema: at }, draft, references) : [],
  );
  found.push(...unevaluatedBesideIf(places));
  if (found.length > 0) return refused(found);
  return settle(schema, draft, references, root);
}

function settle(schema: SchemaObject, draft: Draft, references: References, root: 'object' | 'any'): Admission {
  const endless = endlessReferences(schema, references);
  if (endless.length > 0) return refused(endless);
  if (root === 'object' && !saysObject({ pointer: '', schema }, references))
    return refused([reason('schema.root_type', '')]);
  const admitted = { schema, draft, references, digest: digestOfSchema(schema) } as AdmittedSchema;
  return hasValidator(admitted) ? ok(admitted) : refused([reason('schema.unusable', '')]);
}

/** What ajv throws is its own view of a schema that the meta-schema and the places above let pass. */
function hasValidator(admitted: AdmittedSchema): boolean {
  try {
    return validatorFor(admitted) !== undefined;
  } catch {
    return false;
  }
}

const refused = (reasons: readonly SchemaReason[]): Admission => fail(reasons.slice(0, maxReported));

function sizes(places: readonly Place[]): SchemaReason[] {
  const values = places.reduce((sum, { schema }) => sum + (isObject(schema) ? listAt(schema, 'enum').length : 0), 0);
  return [
    ...(places.length > maxPlaces
      ? [reason('schema.too_large', '', `${places.length} subschemas, at most ${maxPlaces}`)]
      : []),
    ...(values > maxEnumValues
      ? [reason('schema.too_large', '', `${values} enum values, at most ${maxEnumValues}`)]
      : []),
  ];
}

/** ajv does not count what an `if` without `then` has evaluated. */
function unevaluatedBesideIf(places: readonly Place[]): SchemaReason[] {
  const has = (keyword: string) => (schema: unknown) => isObject(schema) && keyword in schema;
  const lonely = places.some(({ schema }) => has('if')(schema) && !(has('then')(schema) && has('else')(schema)));
  if (!lonely) return [];
  return places
    .filter(({ schema }) => has('unevaluatedProperties')(schema))
    .map(({ pointer }) => reason('schema.unserved_keyword', `${pointer}/unevaluatedProperties`));
}

/** Every other name is safe with `ownProperties`; this one ajv leaves unchecked in `properties`. */
function protoNames(schema: SchemaObject): SchemaReason[] {
  const open: { at: unknown; pointer: string }[] = [{ at: schema, pointer: '' }];
  const found: string[] = [];
  for (const { at, pointer } of open) {
    if (typeof at !== 'object' || at === null) continue;
    const below = Object.entries(at as SchemaObject).map(([name, inner]) => ({
      name,
      at: inner,
      pointer: pointer + pointerToken(name),
    }));
    found.push(...below.filter(({ name }) => name === '__proto__').map((named) => named.pointer));
    open.push(...below);
  }
  return found.map((pointer) => reason('schema.member_name', pointer));
}
