import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { type Draft } from '../admission/draft.js';
import { formats } from '../admission/formats.js';
import { linearPattern } from '../admission/pattern.js';
import { type SchemaObject } from '../json-schema.js';
import { isMultipleOf } from './multiple-of.js';

/**
 * Nothing that changes the value (`useDefaults`, `removeAdditional`, `coerceTypes`), no member found on a prototype,
 * every violation. `strict` is off because admission has refused what it would refuse, each with its pointer.
 */
const options: Options = {
  strict: false,
  meta: false,
  validateSchema: false,
  logger: false,
  messages: false,
  allErrors: true,
  ownProperties: true,
  formats: { ...formats },
  code: { optimize: false, regExp: Object.assign(patternOf, { code: 'linearPattern' }) },
};

const classes = { 'draft-07': Ajv, '2019-09': Ajv2019, '2020-12': Ajv2020 } as const;

/** One ajv instance for each schema, so that two `$id`s never meet. @throws where ajv cannot compile it */
export function makeValidator(schema: SchemaObject, draft: Draft): ValidateFunction {
  return instance(draft).compile(schema);
}

export function instance(draft: Draft): Ajv {
  const ajv = new classes[draft](options);
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    compile: (divisor: number) => (value: number) => isMultipleOf(value, divisor),
  });
  return ajv;
}

function patternOf(pattern: string) {
  const linear = linearPattern(pattern);
  if (linear === undefined) throw new Error('admission lets no such pattern in');
  return linear;
}
