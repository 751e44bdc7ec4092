import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import OpenAI from 'openai';

import { type Configuration, type PublishedAnswer } from '#libs/contracts';
import { readKeySet, verifyAnswer } from '#libs/seal';

import { type Script } from '../../examples/scripted-provider/index.js';
import { type House, startHouse } from './house.js';

const grounded = {
  answer: `A check that throws is broken, and the answer is rejected. ${'Nothing is printed before. '.repeat(20)}{{canary}}`,
  entityCitations: [],
  documentationCitations: ['docs/decisions'],
  limitations: [],
};
const invented = { ...grounded, answer: 'See runbook RUN-4711. {{canary}}' };
const citing = { ...invented, entityCitations: [{ documentType: 'runbook', identity: 'RUN-4711' }] };
const script: Script = {
  model: 'scripted-e2e',
  rules: [
    { match: 'approved', replies: [{ kind: 'message', content: JSON.stringify(grounded), pauseMs: 50 }] },
    { match: 'withheld', replies: [{ kind: 'message', content: JSON.stringify(citing), pauseMs: 50 }] },
    { match: '', replies: [{ kind: 'cut', content: JSON.stringify(grounded), after: 3 }] },
  ],
};

/** What came over the wire, and when the first byte of the body did. */
interface Wire {
  text: string;
  firstAt: number;
}

describe('the OpenAI client and the whole house', () => {
  let house: House;
  let wire: Wire;
  let client: OpenAI;

  beforeAll(async () => {
    house = await startHouse({ configure: (base, { baseUrl }) => askingTheModel(base, baseUrl), script });
    const recorded: typeof fetch = async (url, init) => record(await fetch(url, init), wire);
    client = new OpenAI({
      apiKey: house.stack.files.token,
      baseURL: `${house.stack.urls.delivery}/v1`,
      fetch: recorded,
    });
  }, 90_000);
  afterAll(() => house.stop(), 60_000);
  beforeEach(() => (wire = { text: '', firstAt: 0 }));

  const body = (question: string) => ({
    model: 'auto',
    messages: [{ role: 'user' as const, content: question }],
    imprimatur: { context: { fragments: [{ id: 'docs/decisions', text: 'A broken check rejects the answer.' }] } },
  });
  const verified = async (imprimatur: unknown) => {
    const keys = readKeySet(await (await house.call('/.well-known/jwks.json')).json());
    if (!keys.ok) throw new Error('no key set');
    return (await verifyAnswer(imprimatur as PublishedAnswer, keys.value)).ok;
  };
  const approvedAt = async (interactionId: string) => {
    await house.clientEvents(interactionId);
    const approval = house.seen.find(
      ({ topic, key }) => topic === 'answers.approved.v1' && key?.toString() === `default/${interactionId}`,
    );
    return Number(approval?.timestamp);
  };
  const canaries = () => house.provider.requests.map(({ canary }) => canary);

  it('given an approved answer, then its text is the content, its seal verifies, and no byte came before', async () => {
    const completion = await client.chat.completions.create(body('approved, whole'));
    const { imprimatur } = completion as unknown as { imprimatur: PublishedAnswer };
    expect(completion.choices[0]?.message.content).toBe(imprimatur.text);
    expect(imprimatur).toMatchObject({ generationKind: 'SCRIPTED_MODEL', documentationCitations: ['docs/decisions'] });
    expect(await verified(imprimatur)).toBe(true);
    expect(wire.text).toContain(canaries().at(-1));
    expect(wire.firstAt).toBeGreaterThanOrEqual(await approvedAt(imprimatur.interactionId));
  }, 60_000);

  it('given the same in a stream, then likewise', async () => {
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of await client.chat.completions.create({ ...body('approved, streamed'), stream: true })) {
      chunks.push(chunk);
    }
    const { imprimatur } = chunks.at(-1) as unknown as { imprimatur: PublishedAnswer };
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(imprimatur.text);
    expect(chunks.length).toBeGreaterThan(5);
    expect(await verified(imprimatur)).toBe(true);
    expect(wire.firstAt).toBeGreaterThanOrEqual(await approvedAt(imprimatur.interactionId));
  }, 60_000);

  it.each([false, true])(
    'given an answer that is withheld (streamed: %j), then no byte of it is sent',
    async (stream) => {
      const request = body(`withheld, ${stream}`);
      const completion = stream
        ? await client.chat.completions.stream(request).finalChatCompletion()
        : await client.chat.completions.create(request);
      expect(completion.choices[0]).toMatchObject({ finish_reason: 'content_filter', message: { content: null } });
      expect(wire.text).toContain('"code":"entity.unknown_mention"');
      expect(canaries().filter((canary) => wire.text.includes(canary))).toEqual([]);
      expect(wire.text).not.toContain('RUN-4711');
    },
    60_000,
  );

  it('given the example that the README names, then it prints the answer and its seal', async () => {
    const env = { ...process.env, TOKEN: house.stack.files.token, DELIVERY_URL: house.stack.urls.delivery };
    const run = promisify(execFile)(process.execPath, ['examples/chat.mjs', 'approved, by the example'], { env });
    expect((await run).stdout).toMatch(
      /the answer is rejected\..*\n\(KNOWLEDGE_GROUNDED, seal: [\w-]+\.[\w-]+\.[\w-]+\)/s,
    );
  }, 60_000);

  it('given a provider that breaks off, then an error with the code of that, and no byte of its text', async () => {
    const asked = client.chat.completions.create(body('cut off'));
    await expect(asked).rejects.toMatchObject({ status: 502, code: 'provider.broken' });
    expect(canaries().filter((canary) => wire.text.includes(canary))).toEqual([]);
    expect(canaries().length).toBe(6);
  }, 60_000);
});

function askingTheModel(base: Configuration, baseUrl: string): Configuration {
  const profile: Configuration['profiles'][number] = {
    id: 'scripted',
    adapter: 'openai',
    enabled: true,
    baseUrl,
    model: 'scripted-e2e',
    aliases: [],
    scripted: true,
    secret: null,
    capabilities: { strictSchema: false, jsonSchema: false, jsonMode: true },
    limits: { callMs: 30_000, idleMs: 30_000, outputBytes: 100_000, outputTokens: 1000, attempts: 1 },
    prices: null,
    disclosureApproved: true,
  };
  const policies = base.policies.map((policy) => ({ ...policy, profile: 'scripted', allowUnprobed: ['scripted'] }));
  return { ...base, profiles: [profile], policies };
}

/** Passes a response on and keeps its bytes. */
function record(response: Response, wire: Wire): Response {
  if (!response.body) return response;
  const decoder = new TextDecoder();
  const recording = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      wire.firstAt ||= Date.now();
      wire.text += decoder.decode(bytes, { stream: true });
      controller.enqueue(bytes);
    },
  });
  return new Response(response.body.pipeThrough(recording), response);
}
