import {
  actionProposedV1,
  answerApprovedV1,
  type Draft,
  type OutgoingEvent,
  proposedActions,
  strictCheck,
  type Tool,
} from '#libs/contracts';
import { verifyAnswerBytes } from '#libs/seal';

import { choice, draftOfChoices } from '../domain/drafts-in-spec.js';
import { type SliceInSpec, sliceInSpec } from './slice-in-spec.js';

const tools: Tool[] = [
  { name: 'refund_order', parameters: { type: 'object' }, permission: 'orders.refund' },
  { name: 'note', parameters: { type: 'object' }, confirmation: 'not_required' },
];
const drafted = (...calls: [string, object][]): Draft => {
  const toolCalls = calls.map(([name, given]) => ({ id: 'call-1', name, arguments: JSON.stringify(given) }));
  const base = draftOfChoices([choice('I propose.', { finish: 'tool', toolCalls })]);
  return { ...base, request: { ...base.request, conversationId: 'conversation-1', tools } };
};
const dataOf = (event: OutgoingEvent | undefined) =>
  JSON.parse(event?.value.toString() ?? '{}') as Record<string, unknown>;

describe('a proposal on its way out', () => {
  let slice: SliceInSpec;
  beforeAll(async () => {
    slice = await sliceInSpec();
  });
  const eventsOf = async (draft: Draft): Promise<readonly OutgoingEvent[]> => {
    const result = await slice.handle(draft);
    return result.kind === 'done' ? result.events : [];
  };
  const proposals = [
    {
      name: 'refund_order',
      arguments: '{"order":"ORD-1042"}',
      permission: 'orders.refund',
      policy: 'all',
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5/) as string,
      confirmation: 'required',
    },
    {
      name: 'note',
      arguments: '{}',
      permission: null,
      policy: 'all',
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5/) as string,
      confirmation: 'not_required',
    },
  ];

  it('given two acts, then one sealed answer says both, and each has an event of its own', async () => {
    const [answer, ...acts] = await eventsOf(drafted(['refund_order', { order: 'ORD-1042' }], ['note', {}]));
    expect([answer?.topic, ...acts.map(({ topic }) => topic)]).toEqual([
      answerApprovedV1.type,
      actionProposedV1.type,
      actionProposedV1.type,
    ]);
    expect(await verifyAnswerBytes(answer!.value, slice.keys)).toMatchObject({ ok: true });
    expect(dataOf(answer)).toMatchObject({
      kind: 'action_proposed',
      notice: 'A model proposes these acts. Nothing was executed, and none of them may be before it is authorised.',
    });
    const said = JSON.parse(String(dataOf(answer)['text'])) as { proposals: object[] };
    expect(strictCheck(proposedActions)(said)).toBeUndefined();
    expect(said.proposals).toEqual(proposals);
    expect(acts.map((act) => dataOf(act)['proposal'])).toEqual(said.proposals);
    for (const act of acts) {
      expect(actionProposedV1.checkWritten(dataOf(act))).toBeUndefined();
      expect(dataOf(act)).toMatchObject({ interactionId: 'question-1042', conversationId: 'conversation-1' });
    }
    expect(slice.counted).toEqual(['propose']);
  });

  it('given the same draft again, then ids and bytes are the same, and the events have ids of their own', async () => {
    const draft = drafted(['refund_order', { order: 'ORD-1042' }], ['note', {}]);
    const [first, second] = [await eventsOf(draft), await eventsOf(draft)];
    expect(second).toEqual(first);
    expect(new Set(first.map(({ headers }) => headers['ce_id'])).size).toBe(3);
  });

  it('given text beside the acts, then not a word of it goes anywhere', async () => {
    for (const event of await eventsOf(drafted(['note', {}])))
      expect(event.value.toString()).not.toContain('I propose');
  });

  it('given arguments that one event cannot hold, then all of it is withheld', async () => {
    const events = await eventsOf(drafted(['note', {}], ['refund_order', { reason: 'x'.repeat(70_000) }]));
    expect(events.map((event) => [event.topic, dataOf(event)['code']])).toEqual([
      ['answers.rejected.v1', 'answer.too_large'],
    ]);
  });
});
