import { codes } from '#libs/contracts';
import { admitSchema, compileSchema, dialectIds, validatorFor } from '#libs/schema-compiler';

import { suiteFolder, suiteGroups } from '../../bench/schema/json-schema-test-suite.js';

/**
 * JSON-Schema-Test-Suite (MIT) is in no npm package: `git clone` it and name its folder in JSON_SCHEMA_TEST_SUITE.
 * Last run: commit 44401e0c046704b476ec9d2e2fccdaee618f259d, 1230 schemas.
 */
const folder = suiteFolder();
if (folder === undefined)
  process.stdout.write('JSON-Schema-Test-Suite was not run: JSON_SCHEMA_TEST_SUITE names no folder\n');
const groups = (folder === undefined ? [] : suiteGroups(folder)).map((group) => ({
  ...group,
  admission: admitSchema(group.schema, { root: 'any' }),
}));
type AdmittedGroup = (typeof groups)[number];

/** What the suite leaves to the implementation, and what ajv 8 and we read more strictly than draft-07. */
const deviations: readonly string[] = [
  'draft7/ref.json: ref overrides any sibling keywords: ref valid, maxItems ignored',
];
/** Formats are asserted, where 2020-12 has them tell by default. */
const isFormat = ({ name }: AdmittedGroup): boolean => name.startsWith('draft2020-12/format.json');

const patient = 10_000;

/** The tests of a group that are decided otherwise than the suite says. */
function decidedOtherwise({ name, admission, tests }: AdmittedGroup): string[] {
  if (!admission.ok) return [];
  const validator = validatorFor(admission.value);
  return tests
    .filter(({ data, valid }) => validator(data, patient).outcome !== (valid ? 'valid' : 'invalid'))
    .map(({ description }) => `${name}: ${description}`);
}

(folder === undefined ? describe.skip : describe)('JSON-Schema-Test-Suite', () => {
  it('given every schema of drafts 07, 2019-09 and 2020-12, then each is admitted or refused with a reason', () => {
    const refusals = groups.flatMap(({ admission }) => (admission.ok ? [] : [admission.failure]));
    expect(groups.length).toBeGreaterThan(1000);
    expect(refusals.length).toBeLessThan(groups.length / 4);
    expect(refusals.filter(([first]) => first === undefined || !Object.hasOwn(codes, first.code))).toEqual([]);
  });

  it('given every dialect, then each schema is taken or refused with a reason', () => {
    for (const { name, admission } of groups) {
      if (!admission.ok) continue;
      const results = dialectIds.map((dialect) => compileSchema(admission.value, dialect));
      expect([name, results.filter((one) => !one.accepted && one.reasons.length === 0)]).toEqual([name, []]);
    }
  });

  it('given the required tests, then what is admitted is decided as the suite says, but for what is listed', () => {
    const required = groups.filter((group) => !group.optional && !isFormat(group));
    expect(required.flatMap(decidedOtherwise)).toEqual(deviations);
  });
});
