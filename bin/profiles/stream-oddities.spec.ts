import { type Oddity, streamOddities } from './stream-oddities.js';

const chunk = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
const end = 'data: [DONE]\n\n';

describe('the oddities of a stream', () => {
  it.each<[string, string, Oddity[]]>([
    ['a plain stream', chunk + end, []],
    ['one JSON body', '{"choices":[]}', ['whole_body']],
    ['comments', `: keep-alive\n\n${chunk}${end}`, ['comments']],
    ['carriage returns', (chunk + end).replaceAll('\n', '\r\n'), ['carriage_returns']],
    ['no mark of the end', chunk, ['no_end_mark']],
    ['a chunk without choices', `data: {"choices":[]}\n\n${chunk}${end}`, ['empty_choices']],
    ['the chunk of the usage', `${chunk}data: {"choices":[],"usage":{"prompt_tokens":1}}\n\n${end}`, []],
    ['an empty finish', `data: {"choices":[{"finish_reason":""}]}\n\n${end}`, ['empty_finish']],
  ])('given %s, then what is odd about it', (_what, body, expected) => {
    expect(streamOddities(body, 'openai')).toEqual(expected);
  });

  it('given another wire format, then it has no mark of the end to miss', () => {
    expect(streamOddities('event: message_stop\ndata: {"type":"message_stop"}\n\n', 'anthropic')).toEqual([]);
  });
});
