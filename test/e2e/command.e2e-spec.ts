import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type House, startHouse } from './house.js';
import { runCommand } from './run-command.js';

describe('the imprimatur command', () => {
  let house: House;
  beforeAll(async () => (house = await startHouse()), 90_000);
  afterAll(() => house.stop(), 60_000);

  const run = (...args: string[]) => runCommand(house, args);

  it('ask: follows an answer to its end', async () => {
    const asked = await run('ask', 'What is known about nothing?');
    expect(asked.out).toContain('approved, DETERMINISTIC, INSUFFICIENT_KNOWLEDGE');
    expect(asked.code).toBe(0);
  });

  it('verify: tells an answer from one with a changed byte', async () => {
    const fragments = [{ id: 'f-1', text: 'A fact worth sealing.' }];
    await house.ask({ interactionId: 'to-be-verified', channel: 'web', question: 'A fact?', context: { fragments } });
    const [answer] = await house.clientEvents('to-be-verified');
    const file = join(house.stack.files.logDir, 'answer.json');
    await writeFile(file, answer!.bytes);
    expect(await run('verify', file)).toMatchObject({ code: 0 });
    await writeFile(file, answer!.bytes.toString().replace('worth', 'w0rth'));
    const forged = await run('verify', file);
    expect(forged).toMatchObject({ code: 3 });
    expect(forged.out).toContain('NOT VERIFIED: seal.object');
  });

  it('verify.py: agrees, with nothing of ours', async () => {
    const answer = (await house.clientEvents('to-be-verified'))[0]!;
    const file = join(house.stack.files.logDir, 'python.json');
    const jwks = join(house.stack.files.logDir, 'jwks.json');
    await writeFile(jwks, await (await house.call('/.well-known/jwks.json')).text());
    const python = (path: string) => spawnSync('python3', ['examples/verify.py', path, jwks], { encoding: 'utf8' });
    if (spawnSync('python3', ['-c', 'import cryptography']).status !== 0) {
      process.stdout.write('verify.py was not run: python3 with the package cryptography is not here\n');
      return;
    }
    await writeFile(file, answer.bytes);
    expect(python(file)).toMatchObject({ status: 0, stdout: 'verified: exactly this text was approved\n' });
    await writeFile(file, answer.bytes.toString().replace('worth', 'w0rth'));
    expect(python(file)).toMatchObject({ status: 1, stdout: expect.stringContaining('NOT VERIFIED') });
  });

  it('dlq: lists and shows a dead letter, its bytes only on demand', async () => {
    await house.publish('questions.asked.v1', '{"broken');
    await house.deadLetters('{"broken');
    const { out } = await run('dlq', 'list');
    expect(out).toContain('event.not_json');
    const id = /^(generation\/\d+\/\d+)/m.exec(out)?.[1] ?? '';
    expect((await run('dlq', 'show', id)).out).not.toContain('{"broken');
    expect((await run('dlq', 'show', id, '--content')).out).toContain('{"broken');
    expect(await run('dlq', 'show', 'generation/0/999999')).toMatchObject({ code: 1 });
  });

  it('topics apply: says what it made, and makes nothing twice', async () => {
    const applied = await run('topics', 'apply');
    expect(applied.code).toBe(0);
    expect(applied.out).toContain('published.web.v1');
  });

  it('token create: prints a token once, and its digest for the configuration', async () => {
    const made = await run('token', 'create', '--namespace', 'default', '--channels', 'web', '--scopes', 'ask,read');
    expect(made.out).toMatch(/token \(shown this once\): imp_/);
    expect(made.out).toMatch(/"tokenDigest": "sha256:[0-9a-f]{64}"/);
    expect(await run('token', 'create', '--namespace', 'a', '--channels', 'web', '--scopes', 'all')).toMatchObject({
      code: 1,
    });
  });

  it('tail: follows a topic, without content unless it is asked for', async () => {
    const child = spawn(process.execPath, ['bin/imprimatur.mjs', 'tail', 'published.web.v1', '--from-beginning'], {
      env: { ...process.env, KAFKA_BROKERS: house.stack.brokers.join(',') },
    });
    const line = await new Promise<string>((resolve) =>
      child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
    );
    child.kill('SIGINT');
    expect(line).toContain('answer.completed.v1');
    expect(line).not.toContain('worth sealing');
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  });
});
