import { type ModelRequest, modelClients, outboundTo } from '#libs/model-client';

import { serve, type StreamCase, transportCases } from './transport/stream-case-spec.js';
import { broken, calls, filtered, rests, type Verdict, whole } from './transport/verdicts-spec.js';

const verdicts: Readonly<Record<string, Verdict>> = {
  'TRN-001': whole('given comments between the events'),
  'TRN-004': whole('given a first chunk without choices'),
  'TRN-006': whole('given a chunk of usage alone'),
  'TRN-008': whole('given a growing usage on every chunk, of which the last one counts'),
  'TRN-010': whole('given usage under other names'),
  // The oracle wants a class and the message. Ours keeps the provider's words in the raw response alone.
  'TRN-011': broken('given an error in the place of the first chunk'),
  // Two oracles would try again. Status 200 was sent and nobody knows what the model did before it failed.
  'TRN-013': broken('given an error beside empty choices'),
  'TRN-014': broken('given all of the text and then an error'),
  'TRN-015': whole('given a finish and a clean end without [DONE]'),
  'TRN-016': broken('given an end without a finish'),
  'TRN-018': filtered('given a filter and no [DONE], which is no fault of the connection'),
  'TRN-019': filtered('given text that looks complete'),
  'TRN-020': whole('given an empty finish on every chunk before the last'),
  // No profile of ours can declare that a finish may be missing: it would bless cut streams.
  'TRN-022': broken('given [DONE] without a finish'),
  'TRN-023': whole('given a letter cut in the middle of its bytes'),
  'TRN-025': broken('given half a letter inside a finished event', 'provider.malformed'),
  'TRN-026': whole('given CRLF'),
  'TRN-028': whole('given no space after the field’s name'),
  'TRN-029': whole('given one event over two lines'),
  'TRN-030': whole('given a byte order mark'),
  'TRN-031': whole('given a bare [DONE]'),
  'TRN-032': whole('given a last event without its empty line'),
  'TRN-033': calls('given two calls under one index, then each id is a call of its own', [
    { id: 'a', arguments: '{"identity":"ORD-1042"}' },
    { id: 'b', arguments: '{"identity":"ORD-1043"}' },
  ]),
  'TRN-035': broken('given an end in the middle of a call’s arguments'),
  'TRN-036': whole('given one JSON body although a stream was asked for'),
  // Ours always asks for a stream; a whole message inside one event is read all the same.
  'TRN-038': whole('given a whole message as an event'),
  'TRN-040': broken('given an empty stream'),
  'TRN-041': whole('given deltas beside a message that repeats them'),
  // Both choices are kept apart; validation rejects more than one as envelope.several_choices.
  'TRN-042': whole('given two choices in turn', 2),
  'TRN-043': broken('given text behind the finish', 'provider.malformed'),
  'TRN-044': rests('given 429 with ten minutes to wait'),
  'TRN-046': rests('given 429 with a date to wait for'),
};

const request: ModelRequest = {
  model: 'm-small',
  messages: [{ role: 'user', content: 'Where is ORD-1042?' }],
  mode: 'strict',
  schema: { name: 'answer', schema: { type: 'object' } },
  limits: { totalMs: 10_000, idleMs: 5_000, outputBytes: 100_000, outputTokens: 1_000 },
  marker: 'default/case-c-1/0/1',
};
const cases = transportCases().map((one) => ({ ...one, says: verdicts[one.id]?.says ?? 'has no verdict' }));

describe('cases of area transport', () => {
  const outbound = outboundTo({ hosts: [], loopback: true });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => outbound.close());

  async function played(one: StreamCase) {
    const server = await serve(one);
    const { now } = one.given;
    if (now !== undefined) jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
    try {
      const client = modelClients.openai({ baseUrl: server.baseUrl, apiKey: null, outbound });
      return await client.complete(request, new AbortController().signal, { beforeSend: () => Promise.resolve(true) });
    } finally {
      await server.close();
    }
  }

  it.each(cases)('$id: $says', async (one) => {
    const verdict = verdicts[one.id];
    expect(verdict).toBeDefined();
    verdict?.prove(await played(one), one.oracle);
  });

  it('given the verdicts, then each belongs to a case of the file', () => {
    expect(Object.keys(verdicts).sort()).toEqual(cases.map(({ id }) => id).sort());
    expect(cases).toHaveLength(32);
  });
});
