import { type Service } from '#libs/contracts';
import { eventually } from '#libs/testkit';

import { clientEventsIn, type House, startHouse } from './house.js';

const perKill = 200;
const callSlots = 16;

const answer = JSON.stringify({
  answer: 'Approved text {{canary}} [1].',
  entityCitations: [],
  documentationCitations: [],
  limitations: [],
});

const reference = {
  id: 'r-1',
  entity: { documentType: 'page', identity: 'p-1' },
  revision: '1',
  digest: `sha256:${'0'.repeat(64)}`,
  applicability: 'always',
  readers: 'everyone',
  text: 'A fact.',
  executionRecord: 'unknown',
};

/** Each service is killed with SIGKILL while 200 questions flow, and started again. */
describe('a killed service', () => {
  let house: House;

  beforeAll(async () => {
    house = await startHouse({
      configure: (base, provider) => ({
        ...base,
        profiles: [
          ...base.profiles,
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
      }),
      script: {
        model: 'scripted-e2e',
        rules: [{ match: '', replies: [{ kind: 'message', delayMs: 100, content: answer }] }],
      },
      env: { generation: { GENERATION_CALL_SLOTS: String(callSlots) } },
    });
  }, 90_000);
  afterAll(() => house.stop(), 60_000);

  const outcomesOf = (prefix: string) => {
    const events = clientEventsIn(house.seen).filter(({ data }) => data.interactionId.startsWith(prefix));
    return new Map(events.map((event) => [event.data.interactionId, event] as const));
  };

  it.each(['generation', 'validation', 'delivery'] satisfies Service[])(
    'given %s dies in mid-flight, every question has one outcome and what was not in the call slots completes',
    async (service) => {
      const prefix = `kill-${service}-`;
      const ids = Array.from({ length: perKill }, (_, index) => `${prefix}${index}`);
      const messages = ids.map((interactionId) => ({
        key: `default/${interactionId}`,
        value: JSON.stringify({
          interactionId,
          channel: 'web',
          question: 'What holds?',
          timeoutMs: 120_000,
          context: { references: [reference] },
        }),
      }));
      await house.producer.send({ topic: 'questions.asked.v1', messages });
      await eventually(() => expect(outcomesOf(prefix).size).toBeGreaterThan(10), { timeoutMs: 30_000 });

      const inFlightAtKill = perKill - outcomesOf(prefix).size;
      house.stack.process(service).signal('SIGKILL');
      await house.stack.process(service).exited;
      await house.stack.restart(service);
      await eventually(() => expect(outcomesOf(prefix).size).toBe(perKill), { timeoutMs: 120_000 });

      expect(inFlightAtKill).toBeGreaterThan(0);
      const failed = [...outcomesOf(prefix).values()].filter(({ type }) => type !== 'answer.completed.v1');
      expect(failed.filter(({ data }) => data['code'] !== 'provider.unobserved')).toEqual([]);
      expect(failed.length).toBeLessThanOrEqual(service === 'generation' ? callSlots : 0);
      process.stdout.write(
        `${JSON.stringify({ killed: service, questions: perKill, inFlightAtKill, unobserved: failed.length })}\n`,
      );
    },
    240_000,
  );

  it('published one outcome for each question, whatever was delivered twice', () => {
    const bytes = new Map<string, string>();
    for (const event of clientEventsIn(house.seen)) {
      const first = bytes.get(event.data.interactionId) ?? event.bytes.toString();
      expect(event.bytes.toString()).toBe(first);
      bytes.set(event.data.interactionId, first);
    }
    expect(bytes.size).toBe(3 * perKill);
  });

  it('asked the provider once for each question', () => {
    const markers = house.provider.requests.map(({ marker }) => marker);
    expect(new Set(markers).size).toBe(markers.length);
  });

  it('published no canary of an attempt that was not approved', () => {
    const approved = new Set(
      house.seen.filter(({ topic }) => topic === 'answers.approved.v1').map(({ value }) => canaryIn(value)),
    );
    for (const { bytes, type } of clientEventsIn(house.seen)) {
      if (type === 'answer.completed.v1') expect(approved).toContain(canaryIn(bytes));
      else expect(canaryIn(bytes)).toBeUndefined();
    }
  });
});

const canaryIn = (bytes: Buffer | null): string | undefined => /canary-[0-9a-f]+/.exec(bytes?.toString() ?? '')?.[0];
