import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Configuration, type Probe } from '#libs/contracts';
import { tempDir, type TempDir } from '#libs/testkit';

import { type Script, type ScriptedProvider, startScriptedProvider } from '../../examples/scripted-provider/index.js';
import { defaultConfiguration } from '../../tools/stack/default-configuration.js';

const canary = 'no-word-of-a-model-is-printed';
const onSchema = (more = '') => `{"colour":"green","sides":3}${more}`;
const call = (order: string) => ({ name: 'lookup', arguments: JSON.stringify({ order }) });

/** An endpoint that takes every form, holds nobody to a schema that is not strict, and tells truncation and refusal. */
const capable: Script = {
  model: 'scripted-probed',
  rules: [
    { match: 'both at once', replies: [{ kind: 'message', toolCalls: [call('A7'), call('B9')] }] },
    { match: 'lookup for the order A7', replies: [{ kind: 'message', toolCalls: [call('A7')] }] },
    {
      match: 'Call the tool with it',
      replies: [{ kind: 'message', toolCalls: [{ name: 'probe', arguments: onSchema() }] }],
    },
    { match: 'Count from one', replies: [{ kind: 'message', content: 'one, two', finish: 'length' }] },
    { match: 'Refuse', replies: [{ kind: 'message', refusal: canary }] },
    { match: '', form: 'strict', replies: [{ kind: 'message', content: onSchema(), usage: false }] },
    { match: '', form: 'json_schema', replies: [{ kind: 'message', content: `{"colour":"${canary}","sides":3}` }] },
    { match: '', form: 'json_object', replies: [{ kind: 'message', content: onSchema() }] },
  ],
};
/** Knows no schema and no tools: it refuses such requests. */
const plain: Script = {
  model: 'scripted-probed',
  rules: [
    { match: '', tools: true, replies: [{ kind: 'status', status: 400 }] },
    { match: '', form: 'json_object', replies: [{ kind: 'message', content: onSchema() }] },
    { match: '', replies: [{ kind: 'status', status: 400 }] },
  ],
};

/** Of its two members only one has to be there: on the wire both are. */
const shape = {
  type: 'object',
  properties: { colour: { type: 'string' }, sides: { type: 'integer' }, note: { type: 'string' } },
  required: ['colour'],
  additionalProperties: false,
};

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

describe('imprimatur profiles', () => {
  let dir: TempDir;
  let provider: ScriptedProvider | undefined;
  let file: string;

  beforeEach(async () => {
    dir = await tempDir('profiles');
    file = join(dir.path, 'configuration.json');
  });
  afterEach(async () => {
    await provider?.close();
    await dir.remove();
  });

  async function configured(script: Script): Promise<void> {
    provider = await startScriptedProvider({ script });
    const base = defaultConfiguration('sha256:' + '0'.repeat(64));
    const configuration: Configuration = {
      ...base,
      schemas: [{ id: 'shape', version: '1', schema: JSON.stringify(shape) }],
      profiles: [
        ...base.profiles,
        {
          ...{ id: 'model', adapter: 'openai', enabled: true, baseUrl: provider.baseUrl, model: 'scripted-probed' },
          ...{ aliases: [], scripted: true, secret: null, prices: null, disclosureApproved: true },
          capabilities: { strictSchema: true, jsonSchema: true, jsonMode: true, toolCalls: true },
          limits: { callMs: 5000, idleMs: 5000, outputBytes: 10_000, outputTokens: 400, attempts: 1 },
          qualities: ['exact'],
        },
      ],
    };
    await writeFile(file, JSON.stringify(configuration), { mode: 0o600 });
  }

  function run(...args: string[]): Promise<Ran> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, ['bin/imprimatur.mjs', 'profiles', ...args], {
        env: { ...process.env, CONFIGURATION_FILE: file },
      });
      const ran = { out: '', err: '' };
      child.stdout.on('data', (chunk: Buffer) => (ran.out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (ran.err += chunk.toString()));
      child.once('exit', (code) => resolve({ code, ...ran }));
    });
  }

  const read = async () => JSON.parse(await readFile(file, 'utf8')) as Configuration & { revision: number };
  const probeIn = ({ out }: Ran) => (JSON.parse(out) as { probe: Probe }).probe;
  const supported = ({ capabilities }: Probe) =>
    Object.fromEntries(Object.entries(capabilities).map(([name, seen]) => [name, seen?.supported ?? null]));

  it('probe: asks the live endpoint in each form, and prints what it saw and no word of what was said', async () => {
    await configured(capable);
    const ran = await run('probe', 'model');
    expect(ran).toMatchObject({ code: 0 });
    expect(supported(probeIn(ran))).toEqual({
      jsonMode: true,
      jsonSchema: false,
      strictSchema: true,
      toolCalls: true,
      parallelToolCallsWithStrict: true,
    });
    expect(JSON.parse(ran.out)).toMatchObject({
      observed: {
        usageReported: false,
        namesTheModel: true,
        truncationIsTold: true,
        refusalIsTold: true,
        finishes: ['complete', 'refused', 'tool', 'truncated'],
        streamOddities: [],
      },
    });
    expect(ran.out + ran.err).not.toContain(canary);
    expect(ran.err).toContain('strict: passed');
    expect(new Set(provider?.requests.map(({ form }) => form))).toEqual(
      new Set(['strict', 'json_schema', 'json_object', 'none']),
    );
    expect((await read()).revision).toBe(1);
  });

  it('probe --write: puts the record into the file and raises the revision; the matrix shows it', async () => {
    await configured(plain);
    const ran = await run('probe', 'model', '--write');
    expect(ran).toMatchObject({ code: 0 });
    const written = await read();
    expect(written.revision).toBe(2);
    expect(written.profiles.find(({ id }) => id === 'model')).toMatchObject({ probe: probeIn(ran) });
    expect(supported(probeIn(ran))).toMatchObject({ jsonMode: true, strictSchema: false, toolCalls: false });
    const [head, row] = (await run()).out.split('\n');
    expect(head).toMatch(/^profile +adapter +model +probe +jsonMode +jsonSchema +strictSchema +toolCalls/);
    expect(row).toMatch(
      /^model +openai +scripted-probed +holds \d{4}-\d\d-\d\d +yes +not seen +not seen +not seen +no/,
    );
    expect(JSON.parse((await run('--json')).out)).toMatchObject([
      { id: 'model', probe: 'holds', capabilities: { jsonMode: { declared: true, seen: true } }, qualities: ['exact'] },
    ]);
  });

  it('probe --schema: asks for a registered schema too, and holds the answer against the original', async () => {
    const example: Script['rules'][number] = {
      match: 'one plain example',
      form: 'strict',
      replies: [
        { kind: 'message', content: '{"colour":"red","sides":null,"note":null}' },
        { kind: 'message', content: '{"colour":null,"sides":3,"note":null}' },
      ],
    };
    await configured({ ...capable, rules: [example, ...capable.rules] });
    const outcomes = async () =>
      (JSON.parse((await run('probe', 'model', '--schema', 'shape@1')).out) as { tests: object[] }).tests.at(-1);
    expect(await outcomes()).toMatchObject({ name: 'registered_schema', outcome: 'passed' });
    expect(await outcomes()).toMatchObject({ name: 'registered_schema', outcome: 'failed' });
    expect(await run('probe', 'model', '--schema', 'shape@2')).toMatchObject({
      code: 1,
      err: expect.stringContaining('registers no schema shape@2'),
    });
  });

  it('probe: given an endpoint that answers nothing, then there is no record and the file stays', async () => {
    await configured({ model: 'scripted-probed', rules: [{ match: '', replies: [{ kind: 'status', status: 401 }] }] });
    const before = await readFile(file, 'utf8');
    const ran = await run('probe', 'model', '--write');
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain('no request was answered (provider.request_refused)');
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('probe: given a profile that is not there or asks no model, then it says so', async () => {
    await configured(plain);
    expect(await run('probe', 'gone')).toMatchObject({
      code: 1,
      err: expect.stringContaining('names no profile gone'),
    });
    expect(await run('probe', 'extractive')).toMatchObject({ code: 1, err: expect.stringContaining('asks no model') });
    expect(provider?.requests).toEqual([]);
  });
});
