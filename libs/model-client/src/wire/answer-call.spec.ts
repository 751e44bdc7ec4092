import { type Choice } from '#libs/contracts';

import { type ModelRequest } from '../model-client.port.js';
import { answerCallAsContent } from './answer-call.js';

const asked = { mode: 'tool', schema: { name: 'answer', schema: {} } } as unknown as ModelRequest;
const call = { id: 'call_1', name: 'answer', arguments: '{"answer":"x"}' };
const choice = (parts: Partial<Choice> = {}): Choice => ({
  index: 0,
  content: null,
  refusal: null,
  reasoning: null,
  toolCalls: [call],
  finish: 'tool',
  finishReason: 'tool_calls',
  ...parts,
});

describe('an answer that came as a call', () => {
  it.each(['tool', 'complete'] as const)('given its one call with the finish %s, then it is the content', (finish) => {
    expect(answerCallAsContent(choice({ finish }), asked)).toEqual(
      choice({ content: call.arguments, toolCalls: [], finish: 'complete' }),
    );
  });

  it('given a call that was cut off, then its finish still says so', () => {
    expect(answerCallAsContent(choice({ finish: 'truncated' }), asked).finish).toBe('truncated');
  });

  it.each([
    ['text beside it', choice({ content: 'Here it is.' })],
    ['a second call', choice({ toolCalls: [call, call] })],
    ['a call of something else', choice({ toolCalls: [{ ...call, name: 'send' }] })],
    ['no call', choice({ toolCalls: [], content: 'text', finish: 'complete' })],
  ])('given %s, then nothing is taken for the answer', (_what, came) => {
    expect(answerCallAsContent(came, asked)).toBe(came);
  });

  it('given another mode, then a call of that name is a call', () => {
    expect(answerCallAsContent(choice(), { ...asked, mode: 'strict' })).toEqual(choice());
  });
});
