import { type Digest, sha256 } from '#libs/kernel';

import { type SchemaObject } from '../json-schema.js';
import { type References } from '../references.js';
import { type Draft } from './draft.js';

declare const admitted: unique symbol;

/** A caller's schema that can be validated against and compiled; made by `admitSchema` alone. */
export interface AdmittedSchema {
  readonly schema: SchemaObject;
  readonly draft: Draft;
  readonly digest: Digest;
  readonly references: References;
  readonly [admitted]: true;
}

/**
 * SHA-256 of the schema as JSON without white space. Members stay in the caller's order and not in that of RFC 8785:
 * models answer in it, so another order is another schema.
 */
export const digestOfSchema = (schema: SchemaObject): Digest => sha256(JSON.stringify(schema));
