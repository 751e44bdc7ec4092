import { type SchemaObject } from '../json-schema.js';
import { type SchemaReason } from '../reason.js';
import { type DialectId } from './dialect.js';

/** A keyword of the original that the provider does not hold: `pointer` is the subschema that says it. */
export interface Residue {
  readonly pointer: string;
  readonly keyword: string;
}

export type ChangeKind =
  /** The property is required on the wire; null says that it is absent. */
  | 'optional_as_null'
  /** The property is required on the wire; the null that the caller admits is the only way to leave it out. */
  | 'optional_required'
  /** No members but the named ones. */
  | 'object_closed'
  | 'one_of_as_any_of'
  | 'all_of_merged'
  /** A type that the other keywords imply. */
  | 'type_assumed'
  /** Title and description beside a reference. */
  | 'annotation_dropped';

/** How the schema on the wire differs from the caller's; the wire is always the narrower one, but for the residue. */
export interface Change {
  readonly pointer: string;
  readonly change: ChangeKind;
}

export interface CompiledSchema {
  readonly accepted: true;
  readonly dialect: DialectId;
  /** What the provider is given. */
  readonly schema: SchemaObject;
  readonly residue: readonly Residue[];
  readonly changes: readonly Change[];
  /** Pointers into `schema` of the properties whose null stands for an absent member. */
  readonly nullForAbsent: readonly string[];
}

export interface RefusedSchema {
  readonly accepted: false;
  readonly dialect: DialectId;
  readonly reasons: readonly SchemaReason[];
}

export type Compiled = CompiledSchema | RefusedSchema;
