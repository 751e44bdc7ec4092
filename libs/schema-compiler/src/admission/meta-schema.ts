import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { type SchemaObject } from '../json-schema.js';
import { maxReported, reason, type SchemaReason } from '../reason.js';
import { type Draft } from './draft.js';

/** Formats in a meta-schema (`regex`, `uri`) are examined by us, keyword by keyword. */
const options: Options = { strict: false, validateFormats: false, ownProperties: true, messages: false };

const checks: Partial<Record<Draft, ValidateFunction>> = {};

const make: Readonly<Record<Draft, () => ValidateFunction>> = {
  'draft-07': () => metaOf(new Ajv(options), 'http://json-schema.org/draft-07/schema'),
  '2019-09': () => metaOf(new Ajv2019(options), 'https://json-schema.org/draft/2019-09/schema'),
  '2020-12': () => metaOf(new Ajv2020(options), 'https://json-schema.org/draft/2020-12/schema'),
};

/** Where the schema breaks the meta-schema of its draft: a keyword with a value that it cannot have. */
export function malformations(schema: SchemaObject, draft: Draft): SchemaReason[] {
  const check = (checks[draft] ??= make[draft]());
  if (check(schema)) return [];
  const pointers = new Set((check.errors ?? []).map(({ instancePath }) => instancePath));
  return [...pointers].slice(0, maxReported).map((pointer) => reason('schema.malformed', pointer));
}

function metaOf(ajv: { getSchema(uri: string): ValidateFunction | undefined }, uri: string): ValidateFunction {
  const meta = ajv.getSchema(uri);
  if (meta === undefined) throw new Error('ajv lost a meta-schema of its own');
  return meta;
}
