import { type ValidateFunction } from 'ajv';

import { pointerToken, type Result } from '#libs/kernel';

import { isObject, listAt, type SchemaObject } from '../json-schema.js';
import { instance } from '../validation/make-validator.js';
import { withinTime } from '../within-time.js';
import { type CompiledSchema } from './compiled-schema.js';
import { isOfType, type JsonType } from '../types.js';

const defaultTime = 200;
const mappings = new WeakMap<CompiledSchema, Mapping>();

/**
 * The provider's object in the caller's shape: the nulls that stand for absent members are dropped, and only those.
 * What does not fit the compiled schema stays as it is, for the validation against the original to find.
 */
export function mapBack(
  compiled: CompiledSchema,
  value: unknown,
  milliseconds = defaultTime,
): Result<unknown, 'out_of_time'> {
  const mapping = mappings.get(compiled) ?? new Mapping(compiled);
  mappings.set(compiled, mapping);
  return withinTime(milliseconds, () => mapping.map({ pointer: '', schema: compiled.schema }, value));
}

interface WirePlace {
  readonly pointer: string;
  readonly schema: SchemaObject;
}

class Mapping {
  private readonly ajv = instance('2020-12');
  private readonly nullForAbsent: ReadonlySet<string>;

  constructor(private readonly compiled: CompiledSchema) {
    this.nullForAbsent = new Set(compiled.nullForAbsent);
    this.ajv.addSchema(compiled.schema, 'wire');
  }

  map(place: WirePlace, value: unknown): unknown {
    if (this.nullForAbsent.size === 0 || typeof value !== 'object' || value === null) return value;
    const { pointer, schema } = place;
    if (typeof schema['$ref'] === 'string') return this.map(this.at(schema['$ref'].slice(1)), value);
    if ('anyOf' in schema) return this.mapUnion(place, value);
    const items = schema['items'];
    if (Array.isArray(value)) {
      return isObject(items)
        ? value.map((item: unknown) => this.map({ pointer: `${pointer}/items`, schema: items }, item))
        : value;
    }
    return this.mapObject(place, value as Readonly<Record<string, unknown>>);
  }

  private mapObject({ pointer, schema }: WirePlace, value: Readonly<Record<string, unknown>>): unknown {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const members = Object.entries(value).flatMap(([name, member]) => {
      const below = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!isObject(below)) return [[name, member] as const];
      const place = { pointer: `${pointer}/properties${pointerToken(name)}`, schema: below };
      if (member === null && this.nullForAbsent.has(place.pointer)) return [];
      return [[name, this.map(place, member)] as const];
    });
    // fromEntries defines its members: `__proto__` stays a member.
    return Object.fromEntries(members);
  }

  /** The first branch that the value fits says which nulls it may have. */
  private mapUnion({ pointer, schema }: WirePlace, value: object): unknown {
    const branches = listAt(schema, 'anyOf')
      .map((branch, index) => ({ pointer: `${pointer}/anyOf/${index}`, schema: branch as SchemaObject }))
      .filter((branch) => mayFit(branch.schema, value));
    const [only, ...more] = branches;
    const fitting = more.length === 0 ? only : branches.find((branch) => this.fits(branch, value));
    return fitting ? this.map(fitting, value) : value;
  }

  private fits({ pointer }: WirePlace, value: unknown): boolean {
    const check: ValidateFunction | undefined = this.ajv.getSchema(`wire#${encodeURI(pointer)}`);
    if (check === undefined) throw new Error('a branch of a compiled schema has no validator');
    return check(value) === true;
  }

  private at(pointer: string): WirePlace {
    const name = pointer.slice('/$defs/'.length);
    const definitions = this.compiled.schema['$defs'] as Readonly<Record<string, SchemaObject>> | undefined;
    const schema = pointer === '' ? this.compiled.schema : definitions?.[name];
    if (schema === undefined) throw new Error('a reference of a compiled schema leads nowhere');
    return { pointer, schema };
  }
}

function mayFit(schema: SchemaObject, value: object): boolean {
  const { type } = schema;
  return typeof type !== 'string' || isOfType(value, [type as JsonType]);
}
