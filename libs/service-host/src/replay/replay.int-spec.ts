import { type TokenScope } from '#libs/contracts';
import { type EventFlow } from '#libs/event-flow';

import { fixedConfiguration } from '../configuration/fixed-configuration-in-spec.js';
import { runService } from '../run/run-service.js';
import { type RunningService } from '../service.js';
import { ServiceSettings } from '../settings.js';
import { newToken } from '../tokens/new-token.js';

class EmptyModule {}

describe('the admin route of a service with an event flow', () => {
  let service: RunningService;
  let replayed: unknown[];
  const [operator, asker] = [newToken(), newToken()];

  const flow: EventFlow = {
    transactions: { run: () => Promise.reject(new Error('no transactions here')) },
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    readiness: () => ({ ready: true, reasons: [] }),
    openChannels: () => ['web'],
    lag: () => Promise.resolve(0),
    replay: async (place) => {
      replayed.push(place);
      return { kind: 'done' };
    },
  };
  const entry = (tokenDigest: string, scope: TokenScope) => ({
    tokenDigest,
    principal: { kind: 'human', id: 'olga' },
    namespace: 'other',
    channels: [],
    scopes: [scope],
    expiresAt: '2999-01-01T00:00:00Z',
  });

  beforeAll(async () => {
    const configuration = {
      revision: 1,
      profiles: [{ id: 'extractive', adapter: 'extractive', enabled: true }],
      policies: [
        {
          id: 'all',
          namespace: null,
          channel: null,
          profile: 'extractive',
          allowUnprobed: [],
          reviewWithinMs: 86_400_000,
        },
      ],
      channels: [{ id: 'web', namespaces: 'every' }],
      apiTokens: [entry(operator.tokenDigest, 'operate'), entry(asker.tokenDigest, 'ask')],
    };
    const compose = async () => ({ module: { module: EmptyModule }, flow, workers: [], release: [] });
    const definition = { service: 'validation' as const, settings: ServiceSettings, compose };
    service = await runService(
      definition,
      { LOG_LEVEL: 'silent' },
      { follow: () => fixedConfiguration(configuration) },
    );
  });
  beforeEach(() => (replayed = []));
  afterAll(async () => {
    await service?.close();
  });

  const post = async (place: string, token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const url = `${service.url}/v1/admin/dead-letters/${place}/replay`;
    const response = await fetch(url, { method: 'POST', headers });
    return [response.status, await response.json()];
  };

  it('given a token with the scope, of whatever namespace, then the flow takes it again', async () => {
    expect(await post('3/17', operator.token)).toEqual([200, { result: 'done', code: null }]);
    expect(replayed).toEqual([{ partition: 3, offset: '17' }]);
  });

  it.each([
    ['no token', '3/17', undefined, 401, 'http.unauthorised'],
    ['a token without the scope', '3/17', asker.token, 403, 'http.forbidden'],
    ['an offset that is none', '3/017', operator.token, 400, 'http.invalid'],
    ['a partition that is none', '-1/17', operator.token, 400, 'http.invalid'],
  ])('given %s, then nothing is taken', async (_name, place, token, status, code) => {
    expect(await post(place, token)).toEqual([status, expect.objectContaining({ code })]);
    expect(replayed).toEqual([]);
  });
});
