import { readFileSync } from 'node:fs';

import { type PublishedAnswer, type Service, services, topicNamed } from '#libs/contracts';
import { readKeySet, verifyAnswer } from '#libs/seal';
import { eventually } from '#libs/testkit';

import { serviceMetrics } from '../../tools/docs/service-metrics.js';
import { type House, startHouse } from './house.js';

const question = JSON.parse(readFileSync('examples/question.json', 'utf8')) as Record<string, unknown>;

describe('a stranger with kafkajs alone', () => {
  let house: House;
  beforeAll(async () => (house = await startHouse()), 90_000);
  afterAll(() => house.stop(), 60_000);

  it('given the bare example question, reads one sealed answer that verifies with the served keys', async () => {
    await house.ask(question);
    const [answer, ...more] = await house.clientEvents('first-question-1');
    expect(more).toEqual([]);
    expect(answer).toMatchObject({ type: 'answer.completed.v1', topic: 'published.web.v1' });

    const jwks = await (await house.call('/.well-known/jwks.json')).json();
    const keys = readKeySet(jwks);
    if (!keys.ok) throw new Error('the served keys cannot be read');
    const verified = await verifyAnswer(answer!.data as unknown as PublishedAnswer, keys.value);
    expect(verified.ok).toBe(true);
  });

  it('given the same bytes again, publishes nothing more', async () => {
    await house.ask(question);
    await house.ask({ ...question, interactionId: 'after-the-duplicate' });
    await house.clientEvents('after-the-duplicate');
    expect(await house.clientEvents('first-question-1')).toHaveLength(1);
  });

  it('given a binary CloudEvent and a structured one, answers both', async () => {
    const attributes = { id: 'e-1', source: 'urn:stranger', type: 'questions.asked.v1', specversion: '1.0' };
    const headers = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`ce_${name}`, value]));
    await house.publish(
      'questions.asked.v1',
      JSON.stringify({ ...question, interactionId: 'binary-question' }),
      headers,
    );
    const structured = { ...attributes, id: 'e-2', data: { ...question, interactionId: 'structured-question' } };
    const contentType = { 'content-type': 'application/cloudevents+json' };
    await house.publish('questions.asked.v1', JSON.stringify(structured), contentType);
    expect((await house.clientEvents('binary-question'))[0]?.type).toBe('answer.completed.v1');
    expect((await house.clientEvents('structured-question'))[0]?.type).toBe('answer.completed.v1');
  });

  it('given the largest question that its topic takes, gives its outcome, whole or with its code', async () => {
    const limit = topicNamed('questions.asked.v1')!.limitBytes;
    for (const [interactionId, fill] of [
      ['largest-of-quotes', '"'],
      ['largest-of-letters', 'x'],
    ] as const) {
      const sized = (text: string) => ({ ...question, interactionId, context: { fragments: [{ id: 'large', text }] } });
      const key = `default/${interactionId}`;
      const room = limit - Buffer.byteLength(JSON.stringify(sized(''))) - key.length;
      await house.ask(sized(fill.repeat(Math.floor(room / Buffer.byteLength(JSON.stringify(fill).slice(1, -1))))));
      const [outcome, ...more] = await house.clientEvents(interactionId);
      expect(more).toEqual([]);
      expect(['answer.completed.v1', 'answer.failed.v1']).toContain(outcome?.type);
      expect(outcome?.data['code'] ?? 'answer.too_large').toBe('answer.too_large');
    }
  });

  it('leaves every event of the question in the ledger, and shows no content without asking for it', async () => {
    const url = `${house.stack.urls.ledger}/api/interactions/first-question-1`;
    const authorization = `Bearer ${house.stack.files.token}`;
    const story = await eventually(
      async () => {
        const text = await (await fetch(url, { headers: { authorization } })).text();
        expect(text).toContain('answer.completed.v1');
        return text;
      },
      { timeoutMs: 20_000 },
    );
    expect(story).not.toContain('whose check breaks');
    const content = await (await fetch(`${url}?content=true`, { headers: { authorization } })).text();
    expect(content).toContain('whose check breaks');
  });

  it('shows health, build and metrics of every service, and no content in them', async () => {
    for (const service of services) {
      const read = async (path: string) => (await fetch(house.stack.urls[service] + path)).text();
      expect(await read('/health/live')).toContain('true');
      expect(JSON.parse(await read('/health/ready'))).toMatchObject({ ready: true, reasons: [] });
      expect(JSON.parse(await read('/health/build'))).toMatchObject({ version: expect.any(String) });
      const metrics = await read('/metrics');
      expect(namesIn(metrics)).toEqual(namesOnThePage(service));
      expect(metrics).not.toMatch(/first-question|check breaks/);
      if (service !== 'jury') expect(metrics).toMatch(/imprimatur_consumer_lag\{topic="[a-z.-]+\.v1"\} \d/);
    }
    const outcomes = await (await fetch(`${house.stack.urls.validation}/metrics`)).text();
    expect(outcomes).toMatch(/imprimatur_validation_decisions_total\{decision="approve",code=""\} [1-9]/);
  });
});

const namesIn = (metrics: string): (string | undefined)[] =>
  [...metrics.matchAll(/^# TYPE (imprimatur_\w+)/gm)].map(([, name]) => name).sort();

/** What docs/reference/metrics.md says of a service. */
const namesOnThePage = (service: Service): string[] =>
  serviceMetrics()
    .filter(({ services: having }) => having.includes(service))
    .map(({ name }) => name);
