import { type KeyStatus, type PublicJwk } from '#libs/seal';

import { type KeyStep, stepped } from './step.js';

const key = (kid: string, status: KeyStatus): PublicJwk => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: 'A'.repeat(43),
  kid,
  use: 'sig',
  alg: 'EdDSA',
  status,
});

const statuses: readonly KeyStatus[] = ['published', 'active', 'retired', 'revoked'];
const inOrder: Readonly<Record<KeyStep, Partial<Record<KeyStatus, KeyStatus>>>> = {
  activate: { published: 'active' },
  retire: { active: 'retired' },
  revoke: { published: 'revoked', active: 'revoked', retired: 'revoked' },
};
const cases = (Object.keys(inOrder) as KeyStep[]).flatMap((step) =>
  statuses.map((from) => ({ step, from, to: inOrder[step][from] })),
);

describe('a step of a rotation', () => {
  it.each(cases)(
    'given a key that is $from, when the step is to $step it, then it is $to, or the step is refused',
    ({ step, from, to }) => {
      const result = stepped([key('other', 'active'), key('one', from)], 'one', step);
      if (to === undefined) expect(result).toEqual({ ok: false, failure: expect.stringContaining(`is ${from}`) });
      else expect(result).toEqual({ ok: true, value: [key('other', 'active'), key('one', to)] });
    },
  );

  it('given the only active key, then it is not retired', () => {
    const result = stepped([key('one', 'active'), key('next', 'published')], 'one', 'retire');
    expect(result).toEqual({ ok: false, failure: expect.stringContaining('only active') });
  });

  it('given an id that the set does not know, then the step is refused', () => {
    expect(stepped([key('one', 'active')], 'two', 'revoke').ok).toBe(false);
  });
});
