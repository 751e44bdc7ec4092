import { codes } from '#libs/contracts';
import { admitSchema, compileSchema, dialectIds } from '#libs/schema-compiler';

import { realSchemas } from '../../bench/schema/real-schemas.js';

/** Once for all: the largest take a while. */
const admissions = realSchemas().map(({ name, schema }) => ({ name, admission: admitSchema(schema, { root: 'any' }) }));

describe('schemas that people wrote', () => {
  it('given more than 300 of them, then each is admitted or refused with a reason, and most are admitted', () => {
    const refusals = admissions.flatMap(({ name, admission }) =>
      admission.ok ? [] : [{ name, first: admission.failure[0] }],
    );
    expect(admissions.length).toBeGreaterThan(300);
    expect(refusals.length).toBeLessThan(admissions.length / 3);
    expect(refusals.filter(({ first }) => first === undefined || !Object.hasOwn(codes, first.code))).toEqual([]);
  });

  it.each(dialectIds)(
    'given %s, then each is taken or refused with a reason, and what a provider is given is a schema',
    (dialect) => {
      for (const { name, admission } of admissions) {
        if (!admission.ok) continue;
        const compiled = compileSchema(admission.value, dialect);
        const isSame = compiled.accepted && compiled.schema === admission.value.schema;
        const told = compiled.accepted ? isSame || admitSchema(compiled.schema).ok : compiled.reasons.length > 0;
        expect([name, told]).toEqual([name, true]);
      }
    },
  );
});
