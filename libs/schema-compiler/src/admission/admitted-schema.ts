import { type Digest } from '#libs/kernel';

import { type SchemaObject } from '../json-schema.js';
import { type References } from '../references.js';
import { type Draft } from './draft.js';

declare const admitted: unique symbol;

/** A caller's schema that can be validated against and compiled; made by `admitSchema` alone. */
export interface AdmittedSchema {
  readonly schema: SchemaObject;
  readonly draft: Draft;
  /** SHA-256 of the schema as JSON without white space, members in the caller's order: it is the order of the answer. */
  readonly digest: Digest;
  readonly references: References;
  readonly [admitted]: true;
}
