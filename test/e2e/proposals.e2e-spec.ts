import OpenAI from 'openai';

import {
  actionAuthorisedV1,
  actionReportedV1,
  answerDraftedV1,
  type Choice,
  type Configuration,
  type Draft,
  makeSmallEvent,
  type Question,
  questionDigest,
  type Tool,
} from '#libs/contracts';
import { digestOfJson } from '#libs/kernel';
import { eventually } from '#libs/testkit';

import { clientEventsIn, type House, startHouse } from './house.js';

const refund: Tool = {
  name: 'refund_order',
  parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
  permission: 'orders.refund',
};
const time = () => new Date().toISOString();

/** The model hangs; its drafts are written by hand, as generation writes them once it hands tools to a model. */
describe('a proposal to act, from its draft on', () => {
  let house: House;
  let client: OpenAI;

  beforeAll(async () => {
    house = await startHouse({ configure: (base, { baseUrl }) => askingAModel(base, baseUrl), script: hanging });
    client = new OpenAI({ apiKey: house.stack.files.token, baseURL: `${house.stack.urls.delivery}/v1`, maxRetries: 0 });
  }, 90_000);
  afterAll(() => house.stop(), 60_000);

  const topics = (interactionId: string) =>
    house.seen.filter(({ key }) => key?.toString() === `default/${interactionId}`).map(({ topic }) => topic);
  /** Asks by chat, and answers the question with a draft that calls the tool. */
  async function asked(content: string, toolCalls: Choice['toolCalls']) {
    const messages = [{ role: 'user' as const, content }];
    const completion = client.chat.completions.create({ model: 'auto', messages, ...context });
    completion.catch(() => undefined);
    const question = await eventually(() => {
      const record = house.seen.find(
        ({ topic, value }) => topic === 'questions.asked.v1' && value?.toString().includes(content),
      );
      if (!record?.value) throw new Error('not asked yet');
      return JSON.parse(record.value.toString()) as Question;
    });
    await send(makeSmallEvent({ ...plan(question), definition: answerDraftedV1, data: draftOf(question, toolCalls) }));
    return { completion, interactionId: question.interactionId };
  }
  const plan = ({ interactionId }: { interactionId: string }) => ({
    ...{ id: `by-hand-${interactionId}`, source: 'urn:by-hand', time: time() },
  });
  const send = ({ topic, key, value, headers }: ReturnType<typeof makeSmallEvent>) =>
    house.publish(topic, value, { ...headers }, key);

  it('given a known tool with good arguments, then it is proposed, sealed, recorded, and nothing more', async () => {
    const call = { id: 'call-1', name: 'refund_order', arguments: '{ "order": "ORD-1042" }' };
    const { completion, interactionId } = await asked('Refund ORD-1042, please.', [call]);
    const { choices } = await completion;
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
    expect(proposal).toMatchObject({ permission: 'orders.refund', policy: 'everywhere', confirmation: 'required' });
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
    const call = { id: 'call-2', name: 'delete_order', arguments: '{"canary":"of-the-call"}' };
    const { completion, interactionId } = await asked('Delete ORD-1042, please.', [call]);
    const withheld = await completion;
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
const hanging = { model: 'scripted-e2e', rules: [{ match: '', replies: [{ kind: 'hang' as const }] }] };

function draftOf(question: Question, toolCalls: Choice['toolCalls']): Draft {
  const { interactionId, channel } = question;
  const window = { entities: [], fragments: question.context?.fragments ?? [], references: [] };
  const choice = { index: 0, content: null, refusal: null, reasoning: null, toolCalls };
  return {
    ...answerDraftedV1.example,
    ...{
      interactionId,
      channel,
      questionDigest: questionDigest(question),
      window,
      contextDigest: digestOfJson(window),
    },
    request: { ...answerDraftedV1.example.request, question: question.question, tools: [refund] },
    generationKind: 'SCRIPTED_MODEL',
    answerSource: 'KNOWLEDGE_GROUNDED',
    configuration: { revision: 0, digest: digestOfJson({}) },
    outcome: { kind: 'response', model: null, choices: [{ ...choice, finish: 'tool', finishReason: 'tool_calls' }] },
  };
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
    capabilities: { strictSchema: false, jsonSchema: false, jsonMode: true },
    limits: { callMs: 60_000, idleMs: 60_000, outputBytes: 100_000, outputTokens: 1000, attempts: 1 },
    prices: null,
    disclosureApproved: true,
  };
  const policies = base.policies.map((policy) => ({ ...policy, profile: 'scripted', allowUnprobed: ['scripted'] }));
  return { ...base, profiles: [profile], policies };
}
