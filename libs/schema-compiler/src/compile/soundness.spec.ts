import { type ErrorObject, type ValidateFunction } from 'ajv';
import fc from 'fast-check';

import { admitSchema } from '../admission/admit-schema.js';
import { type AdmittedSchema } from '../admission/admitted-schema.js';
import { isObject, type Place, type SchemaObject, subschemas } from '../json-schema.js';
import { instance, makeValidator } from '../validation/make-validator.js';
import { answerSchemas, choices, Instances } from './arbitraries-in-spec.js';
import { compileSchema } from './compile-schema.js';
import { type CompiledSchema, type Residue } from './compiled-schema.js';
import { dialectIds, strictDialects } from './dialect.js';
import { mapBack } from './map-back.js';

/** Every subschema that may have a say below a place, through references too. */
function below(start: Place, { references }: AdmittedSchema): Set<unknown> {
  const open = [start];
  const seen = new Set<unknown>();
  for (const place of open) {
    if (seen.has(place.schema)) continue;
    seen.add(place.schema);
    open.push(...subschemas(place));
    const reference = isObject(place.schema) ? place.schema['$ref'] : undefined;
    if (typeof reference === 'string') open.push(references.target(place.pointer, reference));
  }
  return seen;
}

/** The errors that the residue does not explain: it names the keyword, or one below a union that failed. */
function unnamed(errors: readonly ErrorObject[], residue: readonly Residue[], original: AdmittedSchema): ErrorObject[] {
  const places = [...original.references.places];
  const left = residue.map(({ pointer, keyword }) => ({ schema: original.references.places.get(pointer), keyword }));
  const unions = errors
    .filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
    .map(({ parentSchema }) => {
      const [pointer = ''] = places.find(([, schema]) => schema === parentSchema) ?? [];
      return below({ pointer, schema: parentSchema }, original);
    })
    .filter((inside) => left.some(({ schema }) => inside.has(schema)));
  return errors.filter(
    ({ parentSchema, keyword }) =>
      !left.some((one) => one.schema === parentSchema && one.keyword === keyword) &&
      !unions.some((inside) => inside.has(parentSchema)),
  );
}

function verboseValidator({ schema, draft }: AdmittedSchema): ValidateFunction {
  const ajv = instance(draft);
  ajv.opts.verbose = true;
  return ajv.compile(schema);
}

/** Answers that the compiled schema admits. */
function answersTo(compiled: CompiledSchema, tries: readonly (readonly number[])[]): unknown[] {
  const admits = makeValidator(compiled.schema, '2020-12');
  return tries.flatMap((chosen) => {
    const instances = new Instances(compiled.schema, chosen);
    const made = instances.of(compiled.schema);
    return !instances.tooDeep && admits(made) === true ? [made] : [];
  });
}

function admitted(schema: SchemaObject): AdmittedSchema | undefined {
  const admission = admitSchema(schema);
  return admission.ok ? admission.value : undefined;
}

describe('the compiler is sound', () => {
  it.each(strictDialects)(
    'given any schema and any answer in its %s form, then the original validates or the residue names what fails',
    (dialect) => {
      let checked = 0;
      fc.assert(
        fc.property(answerSchemas, fc.array(choices, { minLength: 3, maxLength: 3 }), (schema, tries) => {
          const original = admitted(schema);
          const compiled = original && compileSchema(original, dialect);
          if (!original || !compiled?.accepted) return;
          const check = verboseValidator(original);
          for (const answer of answersTo(compiled, tries)) {
            checked += 1;
            const mapped = mapBack(compiled, answer, 5000);
            check(mapped.ok ? mapped.value : undefined);
            expect(unnamed(check.errors ?? [], compiled.residue, original)).toEqual([]);
          }
        }),
        { numRuns: 60 },
      );
      expect(checked).toBeGreaterThan(30);
    },
  );

  it('given any schema, then every dialect takes it or gives a reason with a code', () => {
    fc.assert(
      fc.property(answerSchemas, fc.constantFrom(...dialectIds), (schema, dialect) => {
        const original = admitted(schema);
        const compiled = original && compileSchema(original, dialect);
        if (compiled?.accepted === false) expect(compiled.reasons).not.toHaveLength(0);
        if (compiled?.accepted) expect(admitted({ ...compiled.schema })).toBeDefined();
      }),
      { numRuns: 60 },
    );
  });
});
