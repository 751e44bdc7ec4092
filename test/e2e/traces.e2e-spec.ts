import { readFileSync } from 'node:fs';

import { services } from '#libs/contracts';
import { eventually } from '#libs/testkit';

import { type House, startHouse } from './house.js';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.js';

const example = JSON.parse(readFileSync('examples/question.json', 'utf8')) as Record<string, unknown>;
const question = { ...example, question: 'Does canary-of-the-asker come through?' };
const answer = JSON.stringify({
  answer: 'Approved text {{canary}} [1].',
  entityCitations: [],
  documentationCitations: [],
  limitations: [],
});
const incoming = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

function everyService(env: Record<string, string>) {
  return Object.fromEntries(services.map((service) => [service, env]));
}

function startScripted(env: Record<string, string>): Promise<House> {
  return startHouse({
    configure: (base, provider) => ({
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
          limits: { callMs: 30_000, idleMs: 30_000, outputBytes: 100_000, outputTokens: 1000, attempts: 1 },
          prices: null,
          disclosureApproved: true,
        },
      ],
      policies: base.policies.map((policy) => ({ ...policy, profile: 'scripted', allowUnprobed: ['scripted'] })),
    }),
    script: { model: 'scripted-e2e', rules: [{ match: '', replies: [{ kind: 'message', content: answer }] }] },
    env: everyService(env),
  });
}

function ask(house: House, interactionId: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify({ ...question, interactionId });
  return house.call('/v1/questions', { method: 'POST', headers, body });
}

/** The spans of a trace as `service: name < parent's name`, sorted. */
function pictureOf(spans: readonly ReceivedSpan[], traceId: string): string[] {
  const trace = spans.filter((span) => span.traceId === traceId);
  const nameOf = (id: string) => trace.find(({ spanId }) => spanId === id)?.name ?? (id === '' ? 'nothing' : id);
  return trace
    .map(
      ({ service, name, parentSpanId }) => `${service.replace('imprimatur-', '')}: ${name} < ${nameOf(parentSpanId)}`,
    )
    .sort();
}

const fromTheQuestionOn = (parent: string): string[] => [
  `delivery: process answers.approved.v1 < process answers.drafted.v1`,
  `delivery: process questions.asked.v1 < ${parent}`,
  `delivery: send published.web.v1 < process answers.approved.v1`,
  `generation: chat scripted-e2e < process questions.asked.v1`,
  `generation: process questions.asked.v1 < ${parent}`,
  `generation: send answers.drafted.v1 < process questions.asked.v1`,
  `ledger: process answers.approved.v1 < process answers.drafted.v1`,
  `ledger: process answers.drafted.v1 < process questions.asked.v1`,
  `ledger: process published.web.v1 < process answers.approved.v1`,
  `ledger: process questions.asked.v1 < ${parent}`,
  `validation: process answers.drafted.v1 < process questions.asked.v1`,
  `validation: send answers.approved.v1 < process answers.drafted.v1`,
];

describe('traces', () => {
  let receiver: OtlpReceiver;
  let house: House;

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    house = await startScripted({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  }, 90_000);
  afterAll(async () => {
    await house.stop();
    await receiver.close();
  }, 60_000);

  /** The trace's picture once it has that many spans. */
  const pictureWithin = (traceId: () => string | undefined, size: number) =>
    eventually(
      () => {
        const picture = pictureOf(receiver.spans(), traceId() ?? '');
        expect(picture.length).toBeGreaterThanOrEqual(size);
        return picture;
      },
      { timeoutMs: 20_000, because: `a trace has ${size} spans` },
    );

  it('given a question by HTTP with a traceparent, then one trace goes on through all services', async () => {
    const traceparent = `00-${incoming.traceId}-${incoming.spanId}-01`;
    expect((await ask(house, 'traced-question', { traceparent })).status).toBe(202);
    await house.clientEvents('traced-question');
    const expected = [
      `delivery: POST /v1/questions < ${incoming.spanId}`,
      'delivery: send questions.asked.v1 < POST /v1/questions',
      ...fromTheQuestionOn('POST /v1/questions'),
    ];
    expect(await pictureWithin(() => incoming.traceId, expected.length)).toEqual(expected.sort());
  });

  it('says of a call and of a record what the conventions name, and which question it was', () => {
    const spans = receiver.spans().filter(({ traceId }) => traceId === incoming.traceId);
    const call = spans.find(({ name }) => name === 'chat scripted-e2e');
    expect(call?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'scripted-e2e',
      'gen_ai.response.model': 'scripted-e2e',
      'imprimatur.call': 'default/traced-question/0/1',
    });
    expect(Number(call?.attributes['gen_ai.usage.output_tokens'])).toBeGreaterThan(0);
    expect(spans.find(({ name }) => name === 'process answers.drafted.v1')?.attributes).toMatchObject({
      'messaging.system': 'kafka',
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'answers.drafted.v1',
      'messaging.kafka.message.key': 'default/traced-question',
    });
  });

  it('given a bare question, which names no trace, then its readers begin the same one', async () => {
    await house.ask({ ...question, interactionId: 'bare-question' });
    await house.clientEvents('bare-question');
    const begun = () =>
      receiver
        .spans()
        .find(({ attributes: { 'messaging.kafka.message.key': key } }) => key === 'default/bare-question');
    const expected = fromTheQuestionOn('nothing');
    expect(await pictureWithin(() => begun()?.traceId, expected.length)).toEqual(expected.sort());
  });

  it('given poison, then its span and that of its dead letter hold the code alone', async () => {
    await house.publish('questions.asked.v1', 'canary-of-the-poison', {}, 'canary of a key');
    await house.deadLetters('canary-of-the-poison');
    const refused = () => receiver.spans().find(({ attributes }) => attributes['error.type'] === 'event.not_json');
    await eventually(() => expect(refused()).toMatchObject({ name: 'process questions.asked.v1' }));
  });

  it('holds no content in any byte of what was exported', () => {
    expect(house.provider.requests.length).toBeGreaterThanOrEqual(2);
    const exported = Buffer.concat(receiver.requests.map(({ body }) => body));
    for (const { canary } of house.provider.requests) expect(exported.includes(canary)).toBe(false);
    for (const word of ['canary', 'Approved text', 'broken check', 'whose check'])
      expect(exported.includes(word)).toBe(false);
    expect(new Set(receiver.requests.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
  });

  it('given a service that stops, then its last spans are exported', async () => {
    const before = receiver.spans().length;
    expect((await ask(house, 'last-question')).status).toBe(202);
    await house.stack.process('delivery').stop();
    const last = receiver.spans().slice(before);
    expect(last.filter(({ name }) => name === 'POST /v1/questions')).toHaveLength(1);
  });
});

describe('without an endpoint', () => {
  it('given a question and its answer, then nothing is exported, whatever else the environment says', async () => {
    const receiver = await startOtlpReceiver();
    const house = await startScripted({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/v1/traces` });
    const traceparent = `00-${incoming.traceId}-${incoming.spanId}-01`;
    await ask(house, 'untraced-question', { traceparent });
    const [published] = await house.clientEvents('untraced-question');
    const carried = house.seen.filter(({ key }) => key?.toString() === 'default/untraced-question');
    await house.stop();
    await receiver.close();
    expect(published?.type).toBe('answer.completed.v1');
    expect(carried.length).toBeGreaterThanOrEqual(4);
    for (const { headers } of carried) {
      expect(headers.find(([name]) => name === 'ce_traceparent')?.[1]?.toString()).toBe(traceparent);
    }
    expect(receiver.requests).toEqual([]);
  }, 120_000);
});
