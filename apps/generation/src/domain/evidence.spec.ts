import fc from 'fast-check';

import { anonymous, type Question } from '#libs/contracts';
import { sha256 } from '#libs/kernel';

import { contradictionsIn } from './contradictions.js';
import { assess, evidenceTable } from './evidence.js';
import { prepareWindow } from './window.js';

type Context = NonNullable<Question['context']>;

const order = { documentType: 'Order', identity: 'A-1' };
const invoice = { documentType: 'Invoice', identity: 'A-1' };
const other = { documentType: 'Order', identity: 'B-2' };

const reference = (parts: Partial<NonNullable<Context['references']>[number]> = {}) => ({
  id: 'r1',
  entity: order,
  revision: '4',
  digest: sha256('x'),
  applicability: 'EU',
  readers: 'everyone' as const,
  text: 'It was sent.',
  executionRecord: 'unknown' as const,
  ...parts,
});

function assessed(parts: Partial<Question>) {
  const question: Question = { interactionId: 'question-1', channel: 'web', question: 'Where is it?', ...parts };
  return assess(question, prepareWindow(question, anonymous));
}

describe('the evidence', () => {
  const withheld = reference({ id: 'r2', readers: ['human:anna'] });
  const cases: [string, string, Partial<Question>][] = [
    ['nothing', 'NO_MATCH', {}],
    ['entities without a text', 'NO_MATCH', { context: { entities: [order] } }],
    ['blank texts', 'NO_MATCH', { context: { fragments: [{ id: 'f', text: ' \n' }] } }],
    ['sources that nobody here may read', 'NO_MATCH', { context: { references: [withheld] } }],
    ['a text, and nothing targeted', 'MATCHED', { context: { fragments: [{ id: 'f', text: 'x' }] } }],
    ['a text for each target', 'MATCHED', { targets: [order], context: { references: [reference()] } }],
    [
      'a text that names the target',
      'MATCHED',
      { targets: [order], context: { fragments: [{ id: 'f', text: 'See a-1.' }] } },
    ],
    [
      'a text that names a longer identity',
      'PARTIAL_MATCH',
      { targets: [order], context: { fragments: [{ id: 'f', text: 'See A-17, and XA-1.' }] } },
    ],
    ['a target without a text', 'PARTIAL_MATCH', { targets: [order, other], context: { references: [reference()] } }],
    ['a source withheld', 'PARTIAL_MATCH', { context: { references: [reference(), withheld] } }],
    [
      'a source of the target withheld',
      'PARTIAL_MATCH',
      { targets: [order], context: { references: [reference(), withheld] } },
    ],
    [
      'a source beside the targets withheld',
      'MATCHED',
      { targets: [other], context: { references: [reference({ entity: other }), withheld] } },
    ],
    ['no target could be resolved, of two', 'AMBIGUOUS', { targets: [], context: { entities: [order, other] } }],
    ['no target could be resolved, of one', 'NO_MATCH', { targets: [], context: { entities: [order, order] } }],
    [
      'an identity of two kinds named',
      'AMBIGUOUS',
      { question: 'Where is a-1?', context: { entities: [order, invoice] } },
    ],
    [
      'an identity of two kinds, one of them the target',
      'NO_MATCH',
      { question: 'Where is A-1?', targets: [order], context: { entities: [order, invoice] } },
    ],
    [
      'two revisions for one applicability',
      'AMBIGUOUS',
      { context: { references: [reference(), reference({ id: 'r2', revision: '5' })] } },
    ],
    [
      'two revisions for two applicabilities',
      'MATCHED',
      { context: { references: [reference(), reference({ id: 'r2', revision: '5', applicability: 'US' })] } },
    ],
    [
      'several extracts of one revision',
      'MATCHED',
      { context: { references: [reference(), reference({ id: 'r2', digest: sha256('y') })] } },
    ],
    [
      'one id with two digests',
      'AMBIGUOUS',
      { context: { references: [reference(), reference({ digest: sha256('y') })] } },
    ],
    [
      'a contradiction beside the target',
      'MATCHED',
      {
        targets: [other],
        context: {
          references: [reference(), reference({ id: 'r2', revision: '5' }), reference({ id: 'r3', entity: other })],
        },
      },
    ],
    [
      'an intent that names the target',
      'PARTIAL_MATCH',
      {
        intent: { actions: [], targets: [other], limits: {} },
        context: { references: [reference()] },
      },
    ],
  ];
  it.each(cases)('given %s, then %s', (_what, mode, parts) => {
    expect(assessed(parts).mode).toBe(mode);
  });

  it('given an ambiguous subject, then the candidates are named once each', () => {
    const entities = [{ ...order, revision: '1', text: 'x' }, invoice, order];
    expect(assessed({ targets: [], context: { entities } }).candidates).toEqual([order, invoice]);
  });

  it('given contradictions, then each entity counts once, with the citation numbers that take part', () => {
    const references = [reference(), reference({ id: 'x', entity: other }), reference({ revision: '5' })];
    const context = {
      references,
      entities: [
        { ...other, revision: '1' },
        { ...other, revision: '2' },
      ],
    };
    expect(assessed({ context }).contradictions).toEqual([
      { entity: order, citations: [1, 3] },
      { entity: other, citations: [] },
    ]);
  });

  it('given any order of the sources, then the same mode and as many contradictions', () => {
    const one = fc.record({
      id: fc.constantFrom('r1', 'r2', 'r3'),
      entity: fc.constantFrom(order, other),
      revision: fc.constantFrom('1', '2'),
      applicability: fc.constantFrom('EU', 'US'),
      readers: fc.constantFrom('everyone' as const, ['human:anna']),
    });
    const turned = fc
      .array(one, { maxLength: 6 })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(turned, ([first, second]) => {
        const [a, b] = [first, second].map((all) => assessed({ context: { references: all.map(reference) } }));
        expect(a?.mode).toBe(b?.mode);
        expect(a?.contradictions.length).toBe(b?.contradictions.length);
      }),
    );
  });

  it('then the last row of the table holds for everything, and no row repeats another', () => {
    expect(evidenceTable.at(-1)?.mode).toBe('MATCHED');
    expect(new Set(evidenceTable.map(({ when }) => when)).size).toBe(evidenceTable.length);
  });
});

it('given an empty window, then nothing contradicts', () => {
  expect(contradictionsIn({ entities: [], fragments: [], references: [] })).toEqual([]);
});
