import { type ApiToken } from '#libs/contracts';

import { newToken, tokenDigest } from './new-token.js';
import { TokenAuthority } from './token-authority.js';

const { token, tokenDigest: digest } = newToken();
const row: ApiToken = {
  tokenDigest: digest,
  principal: { kind: 'human', id: 'ada' },
  namespace: 'default',
  channels: ['web'],
  scopes: ['ask'],
  expiresAt: '2026-06-01T00:00:00Z',
};
const authority = (now: string, apiTokens: ApiToken[] = [row]) =>
  new TokenAuthority(
    () => ({ apiTokens }),
    () => new Date(now),
  );

describe('a new token', () => {
  it('has 32 random bytes behind its prefix, and the digest of its text', () => {
    expect(token).toMatch(/^imp_[A-Za-z0-9_-]{43}$/);
    expect(digest).toBe(tokenDigest(token));
    expect(newToken().token).not.toBe(token);
  });
});

describe('the token authority', () => {
  it('given a known token before its expiry, then it is that token', () => {
    expect(authority('2026-05-31T23:59:59.999Z').authenticate(`Bearer ${token}`)).toBe(row);
    expect(authority('2026-05-01T00:00:00Z').authenticate(`bearer ${token}`)).toBe(row);
  });

  it('given the moment of its expiry, then nobody', () => {
    expect(authority('2026-06-01T00:00:00Z').authenticate(`Bearer ${token}`)).toBeUndefined();
  });

  it('given an expiry that is no date, then nobody', () => {
    const broken = { ...row, expiresAt: '2026-13-40T00:00:00Z' };
    expect(authority('2026-05-01T00:00:00Z', [broken]).authenticate(`Bearer ${token}`)).toBeUndefined();
  });

  it.each([
    ['no header', undefined],
    ['no scheme', token],
    ['another scheme', `Basic ${token}`],
    ['another token', `Bearer ${newToken().token}`],
    ['the digest itself', `Bearer ${digest}`],
    ['two tokens', `Bearer ${token}, Bearer ${token}`],
    ['nothing behind the scheme', 'Bearer '],
  ])('given %s, then nobody', (_name, authorization) => {
    expect(authority('2026-05-01T00:00:00Z').authenticate(authorization)).toBeUndefined();
  });
});
