import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';

import { type PublishedAnswer } from '#libs/contracts';
import { eventually } from '#libs/testkit';

import { HeldRelay } from './held-relay.js';
import { type ClientEvent, headerOf, type House, startHouse } from './house.js';
import { factOf, Traffic } from './traffic.js';

jest.setTimeout(240_000);

const patience = { timeoutMs: 120_000, intervalMs: 100 };
const long = 300_000;

/** Questions flow the whole time while an operator changes the keys with the command. */
describe('keys that change under load', () => {
  let house: House;
  let traffic: Traffic;
  /** In the order in which they were made. */
  const kids: string[] = [];

  beforeAll(async () => {
    house = await startHouse();
    traffic = new Traffic(house);
    kids.push(...(await reportedKeys(house)).map(([kid]) => kid));
  });
  afterAll(async () => {
    traffic.end();
    await house.stop();
  });

  const keys = (...args: string[]) => runKeys(house, args);
  const activate = (kid: string) =>
    eventually(
      async () => expect(await keys('activate', kid, '--verifier', house.stack.urls.delivery)).toMatchObject(done),
      {
        ...patience,
        because: `every verifier reports ${kid}`,
      },
    );
  const publish = async (): Promise<string> => {
    const kid = /^([0-9a-f]{12}) published/.exec((await keys('publish')).out)?.[1] ?? 'none';
    kids.push(kid);
    return kid;
  };
  const sealedBy = (kid: string) => (event: ClientEvent) => kidOf(event) === kid;

  it('given a rotation, then every question completes and each answer verifies when it is published', async () => {
    const [first] = kids as [string];
    const flow = traffic.flow('rotate', { timeoutMs: long, verifying: true });
    await traffic.seeMore(50, sealedBy(first));
    const second = await publish();
    await activate(second);
    await traffic.seeMore(50, sealedBy(second));
    expect(await keys('retire', first)).toMatchObject(done);
    await eventually(async () => expect(await reportedKeys(house)).toContainEqual([first, 'retired']), patience);
    await traffic.seeMore(50, sealedBy(second));
    await flow.stop();

    const outcomes = traffic.outcomesOf('rotate');
    expect(new Set(outcomes.map(({ type }) => type))).toEqual(new Set(['answer.completed.v1']));
    expect(new Set(outcomes.map(kidOf))).toEqual(new Set([first, second]));
    expect(outcomes.filter(({ id }) => !traffic.verified.has(id))).toEqual([]);
    expect(await reportedKeys(house)).toEqual([
      [first, 'retired'],
      [second, 'active'],
    ]);
    process.stdout.write(`${JSON.stringify({ rotated: outcomes.length, verified: traffic.verified.size })}\n`);
  });

  it('given steps out of order, then each is refused and no file changes', async () => {
    const [first, second] = kids as [string, string];
    const third = await publish();
    const before = contents(house);
    const behind = await verifierThatIsBehind();
    const refused = await Promise.all([
      keys('activate', third, '--verifier', house.stack.urls.delivery, behind.url),
      keys('activate', first, '--verifier', house.stack.urls.delivery),
      keys('retire', second),
    ]);
    behind.close();
    expect(refused.map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(refused.map(({ out }) => out)).toEqual([
      expect.stringContaining('does not report the key'),
      expect.stringContaining(`${first} is retired`),
      expect.stringContaining('Validation signs with the key'),
    ]);
    expect(contents(house)).toEqual(before);
    const listed = (await keys('list')).out.split('\n').map((line) => line.split(/ +/).filter(Boolean));
    expect(listed.slice(0, 3)).toEqual([
      [first, 'retired'],
      [second, 'active', 'signs'],
      [third, 'published'],
    ]);
    const modes = [house.stack.files.signingKeyFile, house.stack.files.keySetFile].map((file) => statSync(file).mode);
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o600, 0o644]);
  });

  it('given a broken signing key, then the one in use stays, and the service says that it is not well', async () => {
    const { signingKeyFile } = house.stack.files;
    const good = readFileSync(signingKeyFile);
    writeFileSync(signingKeyFile, '{"broken');
    await eventually(async () => expect(await reasonsOf(house)).toEqual(['keys.failing']), patience);
    const flow = traffic.flow('broken', { timeoutMs: long, verifying: true });
    await traffic.seeMore(20, sealedBy(kids[1]!));
    await flow.stop();
    writeFileSync(signingKeyFile, good);
    await eventually(async () => expect(await reasonsOf(house)).toEqual([]), patience);
    const types = traffic.outcomesOf('broken').map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(['answer.completed.v1']));
  });

  it('given the signing key is revoked under load, then nothing more of it is published and every question ends', async () => {
    const [, second, third] = kids as [string, string, string];
    const relay = await HeldRelay.of(house.stack.plan('delivery').databaseUrl);
    await traffic.ask('sealed', 60, long);
    await eventually(async () => expect(await relay.waitingAnswers()).toBe(60), patience);
    const flow = traffic.flow('revoked', { timeoutMs: 10_000, verifying: false });
    const seenBefore = traffic.events.length;

    const revoked = await keys('revoke', second);
    expect(revoked).toMatchObject({ code: 0, out: expect.stringContaining('STILL SIGNS') });
    await eventually(
      async () => expect((await reportedKeys(house)).map(([kid]) => kid)).not.toContain(second),
      patience,
    );
    await relay.release();
    await eventually(() => expect(traffic.outcomesOf('sealed')).toHaveLength(60), patience);
    await activate(third);
    await traffic.seeMore(50, sealedBy(third));
    await flow.stop();

    const sealed = traffic.outcomesOf('sealed').map(({ data }) => data['code']);
    expect(new Set(sealed)).toEqual(new Set(['seal.refused']));
    expect(traffic.events.slice(seenBefore).filter(sealedBy(second))).toEqual([]);
    const failed = traffic.outcomesOf('revoked').filter(({ type }) => type !== 'answer.completed.v1');
    const codes = new Set(failed.map(({ data }) => String(data['code'])));
    expect([...codes].filter((code) => code !== 'seal.refused' && code !== 'delivery.deadline')).toEqual([]);
    process.stdout.write(
      `${JSON.stringify({ refusedAtRelay: sealed.length, flowed: traffic.outcomesOf('revoked').length, failed: failed.length, codes: [...codes] })}\n`,
    );
  });

  it('gave every question one outcome, and showed the fact of no question that failed', () => {
    expect(traffic.events.map(({ data }) => data.interactionId).sort()).toEqual([...traffic.ids].sort());
    const published = Buffer.concat(traffic.events.map(({ bytes }) => bytes)).toString();
    expect(published).toContain(factOf('rotate-0'));
    const failed = traffic.events.filter(({ type }) => type !== 'answer.completed.v1');
    expect(failed.filter(({ data }) => published.includes(factOf(data.interactionId)))).toEqual([]);
  });

  it('left every refused row and every approval under the revoked key in the dead letters', () => {
    const codes = house.seen.filter(({ topic }) => topic === 'dlq.delivery.v1').map((one) => headerOf(one, 'dl_code'));
    expect(codes.filter((code) => code === 'seal.refused').length).toBeGreaterThanOrEqual(60);
    expect([...new Set(codes)].sort()).toEqual(['seal.refused', 'seal.revoked_key']);
  });
});

const done = { code: 0 };

/** The key that sealed an answer; undefined for any other event. */
function kidOf({ type, data }: ClientEvent): string | undefined {
  if (type !== 'answer.completed.v1') return undefined;
  const [header = ''] = (data as unknown as PublishedAnswer).seal.split('.');
  return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }).kid;
}

async function reportedKeys(house: House): Promise<[kid: string, status: string][]> {
  const jwks = (await (await house.call('/.well-known/jwks.json')).json()) as { keys: Record<string, string>[] };
  return jwks.keys.map(({ kid = '', status = '' }) => [kid, status]);
}

async function reasonsOf(house: House): Promise<unknown> {
  const response = await fetch(`${house.stack.urls.validation}/health/ready`);
  return ((await response.json()) as { reasons: unknown }).reasons;
}

const contents = ({ stack: { files } }: House): string[] =>
  [files.signingKeyFile, files.keySetFile].map((file) => readFileSync(file, 'utf8'));

/** An instance of delivery that has not read the new key set yet. */
async function verifierThatIsBehind(): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => response.end('{"keys":[]}'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

function runKeys(house: House, args: readonly string[]): Promise<{ code: number | null; out: string }> {
  const env = { ...process.env, IMPRIMATUR_DATA_DIR: join(house.stack.files.logDir, '..') };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['bin/imprimatur.mjs', 'keys', ...args], { env });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.once('close', (code) => resolve({ code, out }));
  });
}
