import { type ApiToken, questionDigest } from '#libs/contracts';

import { configuration } from '../fixtures/configuration.fixture-spec.js';
import { askedByToken } from './asked-by-token.js';

const token: ApiToken = {
  tokenDigest: `sha256:${'0'.repeat(64)}`,
  principal: { kind: 'agent', id: 'portal', groups: ['staff'] },
  namespace: 'default',
  channels: ['web', 'gone'],
  scopes: ['ask'],
  expiresAt: '2100-01-01T00:00:00Z',
};
const body = { interactionId: 'question-1', channel: 'web', question: 'Why?' };

describe('a question that a token brings', () => {
  it('given a body without namespace and principal, then they are the token’s', () => {
    const asked = askedByToken(body, token, configuration);
    expect(asked).toEqual({ ok: true, value: { ...body, namespace: 'default', principal: token.principal } });
  });

  it('given a body that repeats them in another order, then it is the same question', () => {
    const { groups, id, kind } = token.principal;
    const said = askedByToken({ ...body, namespace: 'default', principal: { groups, id, kind } }, token, configuration);
    const left = askedByToken(body, token, configuration);
    expect(said.ok && left.ok && questionDigest(said.value) === questionDigest(left.value)).toBe(true);
  });

  it.each([
    [403, 'http.forbidden', '/namespace', { namespace: 'other' }],
    [403, 'http.forbidden', '/principal', { principal: { kind: 'agent', id: 'portal' } }],
    [403, 'http.forbidden', '/channel', { channel: 'desk' }],
    [403, 'http.forbidden', '/context/executedActions', { context: { executedActions: [] } }],
    [400, 'question.unknown_channel', '/channel', { channel: 'gone' }],
    [400, 'question.invalid', '/namespace', { namespace: 'Not One' }],
  ])('given what the token does not allow, then %i %s at %s', (status, code, pointer, parts) => {
    const asked = askedByToken({ ...body, ...parts }, token, configuration);
    expect(asked).toEqual({ ok: false, failure: { status, code, pointer } });
  });

  it.each([undefined, null, 7, 'text', [], [body]])('given %j for a body, then it is refused', (value) => {
    expect(askedByToken(value, token, configuration)).toMatchObject({ ok: false, failure: { status: 400 } });
  });
});
