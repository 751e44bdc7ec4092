import { draft, draftOf } from '../drafts-in-spec.js';
import { checkSet } from './check-set.js';
import { examine } from './examine-in-spec.js';
import { parseCheck } from './parse.js';
import { runChecks } from './run-checks.js';

describe('running the checks', () => {
  it('given a good draft, then every code of the set is recorded as passed', () => {
    const good = draftOf({});
    if (good.outcome.kind !== 'response') throw new Error('no response');
    const { findings, reading } = runChecks(good, good.outcome, checkSet);
    expect(reading.kind).toBe('answer');
    expect(findings.map(({ code }) => code)).toEqual(checkSet.flatMap(({ codes }) => codes));
    expect(new Set(findings.map(({ status }) => status))).toEqual(new Set(['passed']));
  });

  it('given a check that throws, then it is broken and its message is nowhere', () => {
    const findings = examine(
      {
        layer: 'meaning',
        codes: ['reference.unknown_marker'],
        run: () => {
          throw new Error('canary of the answer');
        },
      },
      draftOf({}),
    );
    expect(findings).toEqual([{ code: 'check.broken', layer: 'meaning', status: 'broken', pointer: null, span: null }]);
  });

  it('given a response that cannot even be looked at, then it is broken', () => {
    const unreadable = draft({ outcome: { kind: 'response', model: null, choices: [null as never] } });
    expect(examine(parseCheck, unreadable)).toMatchObject([{ code: 'check.broken', status: 'broken' }]);
  });
});
