import fc from 'fast-check';

import { type Choice, type Draft } from '#libs/contracts';

import { answer, choice, draft, draftOf, draftOfChoices } from './drafts-in-spec.js';
import { judge } from './judge.js';

const kindOf = (the: Draft) => judge(the)?.decision;

describe('judging a draft', () => {
  it.each([
    ['the contract with known citations', draftOf({}), { kind: 'approve' }],
    ['white space around the JSON', draftOf(` ${JSON.stringify(answer)}\n\n`), { kind: 'approve' }],
    ['a fence', draftOf('```json\n{}\n```'), { kind: 'repair', code: 'parse.mixed_text' }],
    [
      'a fence again after the repair',
      draftOf('```json\n{}\n```', { ordinal: 1 }),
      { kind: 'reject', code: 'parse.mixed_text' },
    ],
    ['5000 brackets', draftOf('['.repeat(5000)), { kind: 'reject', code: 'parse.too_deep' }],
    [
      'a cut-off text',
      draftOfChoices([choice('{"answer":"a', { finish: 'truncated' })]),
      { kind: 'reject', code: 'envelope.truncated' },
    ],
    ['an unknown marker', draftOf({ answer: 'a [9]' }), { kind: 'reject', code: 'reference.unknown_marker' }],
    [
      'one unknown citation',
      draftOf({ documentationCitations: ['DOC-NONE'] }),
      { kind: 'limited', code: 'documentation.unknown_citation' },
    ],
    [
      'the same unknown citation twice',
      draftOf({ documentationCitations: ['NO', 'NO'] }),
      { kind: 'reject', code: 'documentation.unknown_citation' },
    ],
    [
      'a failure',
      draft({ outcome: { kind: 'failure', code: 'provider.idle' } }),
      { kind: 'reject', code: 'provider.idle' },
    ],
  ])('given %s', (_name, the, decision) => {
    expect(kindOf(the)).toMatchObject(decision);
  });

  it('given a failure that no table has, then there is no decision to make', () => {
    expect(judge(draft({ outcome: { kind: 'failure', code: 'provider.moon_phase' } }))).toBeUndefined();
  });

  it('given any response, then there is exactly one decision and never a throw', () => {
    const content = fc.oneof(
      fc.constant(null),
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc
        .record({
          answer: fc.string({ unit: 'grapheme' }),
          entityCitations: fc.array(
            fc.record({ documentType: fc.constantFrom('ORDER', 'x'), identity: fc.constantFrom('ORD-1042', 'y', '') }),
          ),
          documentationCitations: fc.array(fc.constantFrom('DOC-ESC-03', 'z')),
          limitations: fc.array(fc.string()),
        })
        .map((value) => JSON.stringify(value)),
    );
    const choices: fc.Arbitrary<Choice> = fc
      .record({
        content,
        refusal: fc.constantFrom(null, null, 'no'),
        finish: fc.constantFrom<Choice['finish'][]>(
          'complete',
          'complete',
          'complete',
          'tool',
          'truncated',
          'filtered',
          'refused',
          'unfinished',
        ),
      })
      .map(({ content, ...more }) => choice(content, more));
    fc.assert(
      fc.property(fc.array(choices, { minLength: 0, maxLength: 2 }), fc.constantFrom(0, 1), (all, ordinal) => {
        expect(['approve', 'limited', 'repair', 'reject']).toContain(kindOf(draftOfChoices(all, { ordinal }))?.kind);
      }),
      { numRuns: 1000 },
    );
  });
});
