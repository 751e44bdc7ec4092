import { pathToFileURL } from 'node:url';

import { newToken } from '#libs/service-host';
import { eventually } from '#libs/testkit';

import { type House, type HouseOptions, headerOf, startHouse } from './house.js';
import { runCommand } from './run-command.js';

const answer = JSON.stringify({
  answer: 'Approved text [1].',
  entityCitations: [],
  documentationCitations: [],
  limitations: [],
});
const references = [
  {
    id: 'r-1',
    entity: { documentType: 'page', identity: 'p-1' },
    revision: '1',
    digest: `sha256:${'0'.repeat(64)}`,
    applicability: 'always',
    readers: 'everyone',
    text: 'A fact.',
    executionRecord: 'unknown',
  },
];
const question = (interactionId: string, timeoutMs: number) => ({
  interactionId,
  channel: 'web',
  question: `${interactionId}?`,
  context: { references },
  timeoutMs,
});

const asker = newToken();
const configure: HouseOptions['configure'] = (base, provider) => ({
  ...base,
  profiles: [
    {
      id: 'scripted',
      adapter: 'openai',
      enabled: true,
      baseUrl: provider.baseUrl,
      model: 'scripted-e2e',
      aliases: [],
      scripted: true,
      secret: null,
      capabilities: { strictSchema: false, jsonSchema: false, jsonMode: true },
      limits: { callMs: 60_000, idleMs: 60_000, outputBytes: 100_000, outputTokens: 1000, attempts: 1 },
      prices: null,
      disclosureApproved: true,
    },
  ],
  policies: base.policies.map((policy) => ({ ...policy, profile: 'scripted', allowUnprobed: ['scripted'] })),
  apiTokens: base.apiTokens.flatMap((token) => [
    token,
    { ...token, tokenDigest: asker.tokenDigest, scopes: ['ask', 'read', 'content.read'] },
  ]),
});

/**
 * Validation is first an older build, which cannot read the drafts and makes dead letters of them. One question stays
 * open behind its dead letter, the other fails at its deadline. Then validation is upgraded, and both are replayed.
 */
describe('imprimatur dlq replay', () => {
  const older = pathToFileURL('test/e2e/older-validation.mjs').href;
  const env: NonNullable<HouseOptions['env']> = { validation: { NODE_OPTIONS: `--import ${older}` } };
  let house: House;
  let open: string;
  let closed: string;

  beforeAll(async () => {
    const replies = [{ kind: 'message' as const, content: answer }];
    house = await startHouse({ configure, env, script: { model: 'scripted-e2e', rules: [{ match: '', replies }] } });
    await house.ask(question('stays-open', 3_600_000));
    const body = JSON.stringify(question('is-closed', 10_000));
    expect((await house.call('/v1/questions', { method: 'POST', body })).status).toBe(202);
    [open, closed] = [await letterOf('stays-open'), await letterOf('is-closed')];
    await house.clientEvents('is-closed');
  }, 180_000);
  afterAll(() => house?.stop(), 60_000);

  /** The place of the dead letter of an interaction's draft, as the command takes it. */
  const letterOf = (interactionId: string): Promise<string> =>
    eventually(
      () => {
        const found = house.seen.find(
          ({ topic, key }) => topic === 'dlq.validation.v1' && key?.toString() === `default/${interactionId}`,
        );
        if (!found) throw new Error(`no dead letter of ${interactionId}`);
        expect(headerOf(found, 'dl_code')).toBe('unsupported_version');
        return `validation/${found.partition}/${found.offset}`;
      },
      { timeoutMs: 60_000 },
    );
  const replay = (id: string, settings: Record<string, string> = {}) =>
    runCommand(house, ['dlq', 'replay', id, '--json'], settings);
  const done = async (id: string) => {
    const { code, out } = await replay(id);
    return { exit: code, ...(JSON.parse(out) as { newInteractionId: string }) };
  };
  const draftsOf = (interactionId: string) =>
    house.seen.filter(
      ({ topic, key }) => topic === 'answers.drafted.v1' && key?.toString() === `default/${interactionId}`,
    ).length;

  it('given a token without the scope, none, no such dead letter, or one of the ledger, then it says so', async () => {
    const refused = await replay(open, { IMPRIMATUR_TOKEN: asker.token });
    expect(refused).toMatchObject({ code: 1, out: 'not replayed: 403 http.forbidden\n' });
    const refusals: [string, string | undefined, number, string][] = [
      [open, 'imp_nobody', 401, 'http.unauthorised'],
      ['validation/0/999999', undefined, 404, 'replay.no_dead_letter'],
      ['ledger/0/0', undefined, 409, 'replay.no_reader'],
      ['nobody/0/0', undefined, 400, 'http.invalid'],
    ];
    for (const [id, token, status, code] of refusals) {
      const headers = { authorization: `Bearer ${token ?? house.stack.files.token}` };
      const response = await house.call(`/v1/admin/dead-letters/${id}/replay`, { method: 'POST', headers });
      expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })]);
    }
    const [, place] = /^validation\/(.*)$/.exec(open) ?? [];
    const url = `${house.stack.urls.validation}/v1/admin/dead-letters/${place}/replay`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
  }, 120_000);

  it('given a service that still does not know the version, then it fails again, with exit code 2 and a new dead letter', async () => {
    expect(await done(open)).toMatchObject({ exit: 2, action: 'replayed', result: 'dead_letter' });
    expect((await house.deadLetters('stays-open')).length).toBeGreaterThanOrEqual(1);
  }, 120_000);

  it('given a service that is away, then nothing is lost and the command says so', async () => {
    await house.stack.process('validation').stop();
    expect(await replay(open)).toMatchObject({ code: 1, out: expect.stringContaining('503 replay.owner_away') });
    env.validation = {};
    await house.stack.restart('validation');
  }, 120_000);

  it('given an open question, then it is finished in place, once', async () => {
    expect(await done(open)).toMatchObject({
      exit: 0,
      action: 'replayed',
      interactionId: 'stays-open',
      result: 'done',
    });
    expect(await house.clientEvents('stays-open')).toMatchObject([{ type: 'answer.completed.v1' }]);
    expect(await done(open)).toMatchObject({ exit: 0, action: 'replayed', result: 'duplicate' });
    expect([draftsOf('stays-open'), (await house.clientEvents('stays-open')).length]).toEqual([1, 1]);
  }, 120_000);

  it('given a closed question, then it is asked anew under a new id and gets its answer, once', async () => {
    expect(await house.clientEvents('is-closed')).toMatchObject([{ data: { code: 'delivery.deadline' } }]);
    const anew = await done(closed);
    expect(anew).toMatchObject({ exit: 0, action: 'asked_anew', interactionId: 'is-closed', repeated: false });
    const { newInteractionId } = anew;
    expect(await house.clientEvents(newInteractionId)).toMatchObject([
      { type: 'answer.completed.v1', topic: 'published.web.v1', data: { text: expect.stringContaining('Approved') } },
    ]);
    expect(await done(closed)).toMatchObject({ exit: 0, action: 'asked_anew', newInteractionId, repeated: true });
    expect([draftsOf(newInteractionId), (await house.clientEvents('is-closed')).length]).toEqual([1, 1]);
    expect(house.provider.requests).toHaveLength(3);
    const view = await house.call(`/v1/interactions/${newInteractionId}`);
    expect(await view.json()).toMatchObject({ state: 'COMPLETED', replayOf: 'is-closed' });
    await eventually(async () => {
      const headers = { authorization: `Bearer ${house.stack.files.token}` };
      const response = await fetch(`${house.stack.urls.ledger}/api/interactions/${newInteractionId}`, { headers });
      const { story } = (await response.json()) as { story: unknown[] };
      expect(story[0]).toMatchObject({ type: 'questions.asked.v1', facts: { replayOf: 'is-closed' } });
    });
  }, 120_000);
});
