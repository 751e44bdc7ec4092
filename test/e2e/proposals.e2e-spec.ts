import OpenAI from 'openai';

import { actionAuthorisedV1, actionReportedV1, type Configuration, makeSmallEvent } from '#libs/contracts';
import { eventually } from '#libs/testkit';

import { clientEventsIn, type House, startHouse } from './house.js';

const tools = [
  {
    type: 'function' as const,
    function: {
      name: 'refund_order',
      parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    },
  },
];
const script = {
  model: 'scripted-e2e',
  rules: [
    calling('Refund ORD-1042', { name: 'refund_order', arguments: '{ "order": "ORD-1042" }' }),
    calling('Delete ORD-1042', { name: 'delete_order', arguments: '{"canary":"of-the-call"}' }),
  ],
};
const time = () => new Date().toISOString();

describe('a proposal to act, from the question to the published answer', () => {
  let house: House;
  let client: OpenAI;

  beforeAll(async () => {
    house = await startHouse({ configure: (base, { baseUrl }) => askingAModel(base, baseUrl), script });
    client = new OpenAI({ apiKey: house.stack.files.token, baseURL: `${house.stack.urls.delivery}/v1`, maxRetries: 0 });
  }, 90_000);
  afterAll(() => house.stop(), 60_000);

  const topics = (interactionId: string) =>
    house.seen.filter(({ key }) => key?.toString() === `default/${interactionId}`).map(({ topic }) => topic);
  async function asked(content: string) {
    const messages = [{ role: 'user' as const, content }];
    const completion = await client.chat.completions.create({ model: 'auto', messages, tools, ...context });
    const { interactionId } = (completion as unknown as { imprimatur: { interactionId: string } }).imprimatur;
    return { completion, interactionId };
  }
  const plan = ({ interactionId }: { interactionId: string }) => ({
    ...{ id: `by-hand-${interactionId}`, source: 'urn:by-hand', time: time() },
  });
  const send = ({ topic, key, value, headers }: ReturnType<typeof makeSmallEvent>) =>
    house.publish(topic, value, { ...headers }, key);

  it('given a known tool with good arguments, then it is proposed, sealed, recorded, and nothing more', async () => {
    const { completion, interactionId } = await asked('Refund ORD-1042, please.');
    const { choices } = completion;
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [{ function: { name: 'refund_order', arguments: '{"order":"ORD-1042"}' } }],
      },
    });
    const [published] = await house.clientEvents(interactionId);
    expect(published).toMatchObject({ type: 'answer.completed.v1', data: { kind: 'action_proposed' } });
    await eventually(() => expect(topics(interactionId)).toContain('actions.proposed.v1'));
    const record = house.seen.find(({ topic }) => topic === 'actions.proposed.v1');
    const { proposal } = JSON.parse(record!.value!.toString()) as { proposal: Record<string, unknown> };
    expect(JSON.parse(String(published?.data['text']))).toEqual({ proposals: [proposal] });
    expect(proposal).toMatchObject({ permission: null, policy: 'everywhere', confirmation: 'required' });
    expect(proposal['idempotencyKey']).toBe(choices[0]?.message.tool_calls?.[0]?.id);

    const about = { interactionId, namespace: 'default', channel: 'web', idempotencyKey: proposal['idempotencyKey'] };
    const authority = { ...actionAuthorisedV1.example, ...about } as typeof actionAuthorisedV1.example;
    const report = { ...actionReportedV1.example, ...about } as typeof actionReportedV1.example;
    await send(makeSmallEvent({ ...plan(authority), definition: actionAuthorisedV1, data: authority }));
    await send(makeSmallEvent({ ...plan(report), definition: actionReportedV1, data: report }));
    const headers = { authorization: `Bearer ${house.stack.files.token}` };
    await eventually(
      async () => {
        const response = await fetch(`${house.stack.urls.ledger}/api/interactions/${interactionId}`, { headers });
        const { story = [] } = (await response.json()) as { story?: { type: string }[] };
        expect(story.map(({ type }) => type)).toEqual([
          'questions.asked.v1',
          'answers.drafted.v1',
          'answers.approved.v1',
          'actions.proposed.v1',
          'answer.completed.v1',
          'actions.authorised.v1',
          'actions.reported.v1',
        ]);
      },
      { timeoutMs: 20_000 },
    );
    expect(clientEventsIn(house.seen).filter(({ data }) => data.interactionId === interactionId)).toHaveLength(1);
  }, 60_000);

  it('given a tool that nobody offered, then nothing is proposed and not a byte of the call is sent', async () => {
    const { completion: withheld, interactionId } = await asked('Delete ORD-1042, please.');
    expect(withheld.choices[0]).toMatchObject({ finish_reason: 'content_filter', message: { content: null } });
    expect(withheld).toMatchObject({ imprimatur: { code: 'envelope.unknown_tool' } });
    const [failed] = await house.clientEvents(interactionId);
    expect([JSON.stringify(withheld), failed?.bytes.toString()].join()).not.toContain('of-the-call');
    expect(topics(interactionId)).not.toContain('actions.proposed.v1');
  }, 60_000);
});

const context = {
  imprimatur: { context: { fragments: [{ id: 'refunds', text: 'ORD-1042 may be refunded.' }] }, timeoutMs: 60_000 },
};

/** A request without tools fits no rule: it would be answered 404. */
function calling(match: string, call: { readonly name: string; readonly arguments: string }) {
  return { match, tools: true, replies: [{ kind: 'message' as const, toolCalls: [call] }] };
}

function askingAModel(base: Configuration, baseUrl: string): Configuration {
  const profile: Configuration['profiles'][number] = {
    id: 'scripted',
    adapter: 'openai',
    enabled: true,
    baseUrl,
    model: 'scripted-e2e',
    aliases: [],
    scripted: true,
    secret: null,
    capabilities: { strictSchema: true, jsonSchema: true, jsonMode: true, toolCalls: true },
    limits: { callMs: 60_000, idleMs: 60_000, outputBytes: 100_000, outputTokens: 1000, attempts: 1 },
    prices: null,
    disclosureApproved: true,
  };
  const policies = base.policies.map((policy) => ({ ...policy, profile: 'scripted', allowUnprobed: ['scripted'] }));
  return { ...base, profiles: [profile], policies };
}
