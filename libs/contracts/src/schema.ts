import { Kind, type TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';

import { pointerToken } from '#libs/kernel';

/** Where a value breaks its schema. The pointer holds only names that the schema knows, and array indexes. */
export interface SchemaViolation {
  readonly pointer: string;
  /** The JSON Schema keyword that failed, for example `required`. */
  readonly keyword: string;
  /** A member that the schema does not name, shown only where its name is short and plain. */
  readonly unknownMember?: string;
}

export type SchemaCheck = (value: unknown) => SchemaViolation | undefined;

const ajv = new Ajv({ strict: true, strictTypes: false, allErrors: false });
const plainName = /^[A-Za-z0-9_]{1,40}$/;

/** Unknown members are refused: for questions from outside, configuration, and all that we write. */
export function strictCheck(schema: TSchema): SchemaCheck {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= ajv.compile(schema);
    return compiled(value) ? undefined : violationOf(schema, compiled.errors?.[0]);
  };
}

/** Unknown members are ignored: for events between our services, within a known major version. */
export function tolerantCheck(schema: TSchema): SchemaCheck {
  return strictCheck(withoutClosedObjects(schema));
}

function withoutClosedObjects<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withoutClosedObjects) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const open = Object.entries(schema)
    .filter(([name, value]) => !(name === 'additionalProperties' && value === false))
    .map(([name, value]) => [name, withoutClosedObjects<unknown>(value)]);
  return { ...Object.fromEntries(open), [Kind]: (schema as unknown as TSchema)[Kind] } as T;
}

function violationOf(schema: TSchema, error: ErrorObject | undefined): SchemaViolation {
  if (error === undefined) return { pointer: '', keyword: 'unknown' };
  const pointer = knownPointer(schema, error.instancePath);
  if (error.keyword === 'required') {
    const { missingProperty } = error.params as { missingProperty: string };
    return { pointer: pointer + pointerToken(missingProperty), keyword: error.keyword };
  }
  if (error.keyword !== 'additionalProperties') return { pointer, keyword: error.keyword };
  const { additionalProperty } = error.params as { additionalProperty: string };
  if (!plainName.test(additionalProperty)) return { pointer, keyword: error.keyword };
  return { pointer, keyword: error.keyword, unknownMember: additionalProperty };
}

/** Follows an instance path as far as the schema itself names the way; a free member name ends the pointer. */
function knownPointer(schema: TSchema, path: string): string {
  let known = '';
  let places: unknown[] = [schema];
  for (const token of path.split('/').slice(1)) {
    places = places.flatMap((place) => step(place, token));
    if (places.length === 0) return known;
    known += `/${token}`;
  }
  return known;
}

function step(place: unknown, token: string): unknown[] {
  const { properties, items, anyOf } = place as {
    properties?: Record<string, unknown>;
    items?: unknown;
    anyOf?: unknown[];
  };
  if (anyOf !== undefined) return anyOf.flatMap((branch) => step(branch, token));
  if (properties !== undefined && Object.hasOwn(properties, token)) return [properties[token]];
  return items !== undefined && /^\d+$/.test(token) ? [items] : [];
}
