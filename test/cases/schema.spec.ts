import {
  admitSchema,
  type AdmittedSchema,
  type Compiled,
  compileSchema,
  mapBack,
  maxReported,
  portabilityWarnings,
  registerSchema,
  validatorFor,
} from '#libs/schema-compiler';

import { readJson } from '../../apps/validation/src/domain/json/read-json.js';
import { type Contract, contracts } from './schema/contract-spec.js';
import { type SchemaCase, schemaCases } from './schema/schema-case-spec.js';

const cases = schemaCases();
const of = (id: string): SchemaCase['given'] => cases.find((one) => one.id === id)!.given;
const such = (wanted: (contract: Contract) => boolean) =>
  cases.filter(({ id }) => contracts[id] && wanted(contracts[id])).map((one) => [one.id, one.kind, one] as const);

/** Far more than a test needs on a busy machine; the limits themselves are tested beside the code. */
const patient = 10_000;

function admitted(schema: unknown, root: 'object' | 'any' = 'object'): AdmittedSchema {
  const admission = admitSchema(schema, { root });
  if (!admission.ok) throw new Error(JSON.stringify(admission.failure));
  return admission.value;
}

const told = (found: readonly { readonly pointer: string; readonly keyword: string }[]): string[] =>
  found.map(({ pointer, keyword }) => `${pointer} ${keyword}`).sort();

describe('schema cases', () => {
  it('given the cases of the area, then each has a contract', () => {
    expect(Object.keys(contracts).sort()).toEqual(cases.map(({ id }) => id).sort());
  });

  it.each(such(({ refused }) => refused !== undefined))(
    '%s (%s): not the schema of an answer',
    (id, _kind, { given }) => {
      const admission = admitSchema(given.schema_text ?? given.schema);
      expect(admission).toMatchObject({ ok: false, failure: [{ code: contracts[id]!.refused }] });
    },
  );

  it.each(such(({ refused }) => refused === undefined))('%s (%s): admitted', (_id, _kind, { given }) => {
    expect(admitSchema(given.schema ?? given.schemas?.[0])).toMatchObject({ ok: true });
  });

  it.each(such(({ valid }) => valid !== undefined))('%s (%s): the instance is judged', (id, _kind, { given }) => {
    const before = JSON.stringify(given.instance);
    const validity = validatorFor(admitted(given.schema, 'any'))(given.instance, patient);
    expect(validity.outcome).toBe(contracts[id]!.valid ? 'valid' : 'invalid');
    const wanted = contracts[id]!.violations;
    const found = validity.outcome === 'invalid' ? validity.violations : [];
    expect(wanted ? told(found) : wanted).toEqual(wanted);
    expect(found.length).toBeLessThanOrEqual(maxReported);
    expect(JSON.stringify(given.instance)).toBe(before);
  });

  it.each(such(({ dialectRefuses }) => dialectRefuses !== undefined))(
    '%s (%s): no form in the dialect',
    (id, _kind, { given }) => {
      const { dialect, dialectRefuses, says = '' } = contracts[id]!;
      const compiled = compileSchema(admitted(given.schema), dialect!);
      expect(compiled).toMatchObject({
        accepted: false,
        reasons: [{ code: dialectRefuses, says: expect.stringContaining(says) }],
      });
    },
  );

  it.each(such(({ residue }) => residue !== undefined))(
    '%s (%s): what the provider is given',
    (id, _kind, { given }) => {
      const { dialect, residue, changes } = contracts[id]!;
      const compiled: Compiled = compileSchema(admitted(given.schema), dialect!);
      if (!compiled.accepted) throw new Error(JSON.stringify(compiled.reasons));
      expect(told(compiled.residue)).toEqual(residue);
      expect(changes ? compiled.changes.map(({ change }) => change) : changes).toEqual(changes);
      expect(JSON.stringify(compiled.schema)).not.toMatch(/oneOf|minLength|maxLength/);
    },
  );

  it('SCH-001: null on the wire is an absent member to the caller', () => {
    const schema = admitted(of('SCH-001').schema);
    const compiled = compileSchema(schema, 'openai-strict');
    if (!compiled.accepted) throw new Error('refused');
    const mapped = mapBack(compiled, { answer: 'x', note: null }, patient);
    expect(mapped).toEqual({ ok: true, value: { answer: 'x' } });
    expect(validatorFor(schema)({ answer: 'x' }, patient)).toEqual({ outcome: 'valid' });
  });

  it('SCH-015: a fence is not the object, whatever the mode', () => {
    expect(readJson(of('SCH-015').raw!)).toMatchObject({ ok: false, failure: [{ code: 'parse.mixed_text' }] });
  });

  it('SCH-034: the same id and version with another schema is a conflict; two such documents never meet', () => {
    const [first, second] = of('SCH-034').schemas!.map((schema) => ({
      id: 'team',
      version: '1',
      schema: JSON.stringify(schema),
    }));
    expect(registerSchema([first!], second!, [])).toMatchObject({
      registered: false,
      reasons: [{ code: 'schema.conflict' }],
    });
    for (const { schema } of [first!, second!]) {
      expect(validatorFor(admitted(schema, 'any'))(schema, patient).outcome).toBe(
        schema === second!.schema ? 'valid' : 'invalid',
      );
    }
  });

  it('SCH-036: one validator, however often the schema comes', () => {
    const { schema, repeat } = of('SCH-036');
    const made = new Set(Array.from({ length: repeat! / 10 }, () => validatorFor(admitted(structuredClone(schema)))));
    expect(made.size).toBe(1);
  });

  it('SCH-037: the pattern that froze an event loop ends within the ordinary time', () => {
    const { schema, instance } = of('SCH-037');
    expect(validatorFor(admitted(schema))(instance, 200).outcome).toBe('invalid');
  });

  it('SCH-047: a union that hides double encoding is warned of', () => {
    expect(portabilityWarnings(admitted(of('SCH-047').schema))).toContainEqual(
      expect.objectContaining({ code: 'portability.object_or_string', pointer: '/properties/target' }),
    );
  });
});
