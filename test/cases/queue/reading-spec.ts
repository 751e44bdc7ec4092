import { interactionId } from './case-message-spec.js';
import { type Arrangement, type Arrangements, lay } from './arrangement-spec.js';
import { effectOf } from './queue-house-spec.js';

const effect = `default/${interactionId}`;

interface Outcome {
  readonly says: string;
  readonly deadLetters: readonly { offset: string; code: string; pointer: string | null }[];
  readonly effects: readonly string[];
}

/** The case's records through the flow; then the offset has moved on, and these dead letters and effects are there. */
function through({ says, deadLetters, effects }: Outcome): Arrangement {
  return {
    says,
    prove: async (given, house) => {
      await lay(given, house);
      const flow = await house.start();
      await house.settled(flow);
      expect(await house.deadLetters()).toEqual(deadLetters);
      expect(await house.effects()).toEqual(effects);
    },
  };
}

const refused = (says: string, code: string, pointer: string | null = null): Arrangement =>
  through({ says, deadLetters: [{ offset: '10', code, pointer }], effects: [] });

export const reading: Arrangements = {
  'KAF-006': through({
    says: 'given a question that breaks its schema and a good one behind it, then the first is dead-lettered at once and the second is done',
    deadLetters: [{ offset: '10', code: 'question.invalid', pointer: '/interactionId' }],
    effects: [effect],
  }),
  // The oracle skips it. Ours keeps it where an operator sees it: an intake topic is not compacted, so nobody means a deletion.
  'KAF-010': refused('given a tombstone, then it is dead-lettered under its own code and nothing crashes', 'event.tombstone'),
  'KAF-012': refused('given a broken document, then it is dead-lettered and never handed on as a text', 'event.not_json'),
  // The bytes are not JSON to us, whatever framing they have: one code for both.
  'KAF-014': refused("given a schema registry's framing, then it is dead-lettered as no JSON", 'event.not_json'),
  'KAF-015': refused('given an id that is a number, then it is dead-lettered with a pointer to it', 'question.invalid', '/interactionId'),
  'KAF-016': refused('given a repeated header that we read, then it is dead-lettered as ambiguous', 'event.repeated_header'),
  // Both records are one event by source and id. The header is bytes to us and never read; no missing id is invented.
  'KAF-018': {
    says: 'given a header that looks like JSON and one that is missing, then both are processed, and the same event has one effect',
    prove: async (given, house) => {
      const headers: (string | undefined)[] = [];
      await lay(given, house);
      const flow = await house.start(async (event) => {
        headers.push(event.record.headers.find(([name]) => name === 'correlation-id')?.[1]?.toString());
        expect(event.envelope).not.toHaveProperty('traceparent');
        return effectOf(event);
      });
      await house.settled(flow);
      expect(headers).toEqual(['{"a":1}']);
      expect([await house.effects(), await house.deadLetters()]).toEqual([[effect], []]);
    },
  },
  'KAF-019': {
    says: "given the key '[1]', then its bytes are what they were, and the effect has the key of its own data",
    prove: async (given, house) => {
      const keys: (Buffer | null)[] = [];
      await lay(given, house);
      const flow = await house.start(async (event) => {
        keys.push(event.record.key);
        return effectOf(event);
      });
      await house.settled(flow);
      expect(keys).toEqual([Buffer.from('[1]')]);
      expect(await house.effects()).toEqual([effect]);
    },
  },
  'KAF-022': refused('given an unknown major version, then it is parked as a dead letter that says so and can be replayed', 'unsupported_version'),
  'KAF-024': refused('given a header and a body that name different versions, then it is dead-lettered as a contradiction', 'event.contradiction'),
};
