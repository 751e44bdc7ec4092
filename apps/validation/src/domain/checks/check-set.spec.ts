import { isOutcomeCode } from '#libs/contracts';

import { decisionTable } from '../decide.js';
import { checkSet } from './check-set.js';

describe('the set of checks', () => {
  const codes = checkSet.flatMap((check) => check.codes);

  it('then no two checks share a code', () => {
    expect(new Set(codes).size).toBe(codes.length);
  });

  it.each(codes)('then %s has a sentence for clients and a row that rejects it', (code) => {
    expect(isOutcomeCode(code)).toBe(true);
    const rejecting = decisionTable.filter(({ decision }) => decision === 'reject');
    expect(rejecting.flatMap((row) => row.codes)).toContain(code);
  });
});
