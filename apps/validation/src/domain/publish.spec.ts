import fc from 'fast-check';

import { answerApprovedV1, type Draft } from '#libs/contracts';
import { digestOfJson, sha256 } from '#libs/kernel';

import { answer, contextWindow, draftOf } from './drafts-in-spec.js';
import { partsOf } from './parts.js';
import { publish, type UnsealedAnswer } from './publish.js';
import { markersIn } from './text/markers.js';

function publication(draft: Draft, published = answer): UnsealedAnswer {
  const object = publish({
    draft,
    draftDigest: digestOfJson(draft),
    answer: published,
    findings: [],
    configuration: { revision: 4, digest: sha256('configuration') },
  });
  if (object === undefined) throw new Error('no event can hold it');
  return object;
}

describe('the published object', () => {
  it('given an answer with markers, then parts and citations name the references', () => {
    const object = publication(draftOf({}));
    expect(object.parts).toEqual([
      { kind: 'source', text: 'Order ORD-1042 left on 3 May [1].', references: [1] },
      { kind: 'model', text: 'It takes two days.', references: [] },
    ]);
    expect(object.citations).toEqual([
      {
        number: 1,
        entity: { documentType: 'DOCUMENT', identity: 'about DOC-SHIP-01' },
        revision: '7',
        digest: sha256('DOC-SHIP-01'),
        applicability: 'everywhere',
      },
      expect.objectContaining({ number: 2, digest: sha256('DOC-REFUND-02') }),
    ]);
  });

  it('then it carries the digests of what was judged, and the configuration that judged', () => {
    const draft = draftOf({}, { ordinal: 1 });
    expect(publication(draft)).toMatchObject({
      draftDigest: digestOfJson(draft),
      contextDigest: digestOfJson(contextWindow),
      questionDigest: draft.questionDigest,
      configuration: { revision: 4 },
      checks: { set: 'checks-1', digest: digestOfJson([]) },
      repaired: true,
      notice: 'A model wrote this answer with sources at hand; no person has reviewed the answer or its citations.',
    });
  });

  it('given an answer that was to be mixed, then it says so only where a paragraph cites and another does not', () => {
    const mixed = draftOf({}, { answerSource: 'MIXED_SOURCES' });
    expect(publication(mixed)).toMatchObject({
      answerSource: 'MIXED_SOURCES',
      notice: expect.stringContaining('in part'),
    });
    const uncited = publication(mixed, { ...answer, answer: 'It takes two days.' });
    expect(uncited).toMatchObject({ answerSource: 'MODEL_SUPPLEMENT', notice: expect.stringContaining('general') });
  });

  it('given members that this version does not know, then none of them is published', () => {
    const draft = draftOf({});
    const odd = {
      ...draft,
      later: 1,
      evidence: { ...draft.evidence, later: 1 },
      mode: { ...draft.mode, later: 1 },
      window: {
        ...contextWindow,
        references: contextWindow.references.map((one) => ({ ...one, entity: { ...one.entity, later: 1 } })),
      },
    };
    expect(answerApprovedV1.checkWritten({ ...publication(odd), seal: 'a.b.c' })).toBeUndefined();
  });
});

describe('the parts of a text', () => {
  const parts = (text: string, known: number, kind: Draft['generationKind'] = 'REAL_MODEL') =>
    partsOf(text, markersIn(text, known), kind) ?? [];

  it('given more references than an event can hold, then they are not spelt out', () => {
    const text = '[1-1000]\n\n'.repeat(66);
    expect(partsOf(text, markersIn(text, 1000), 'REAL_MODEL')).toBeUndefined();
    expect(parts(text.slice(10), 1000)).toHaveLength(65);
  });

  it('given what was composed without a model, then every paragraph is an extract', () => {
    expect(parts('“A.” [1]\n\n“B.”', 2, 'DETERMINISTIC')).toEqual([
      { kind: 'extract', text: '“A.” [1]', references: [1] },
      { kind: 'extract', text: '“B.”', references: [] },
    ]);
  });

  it('given lists, ranges and a number in code, then the references are the valid ones, once and sorted', () => {
    expect(parts('a [3, 1-2] `[1]` [3]', 3)).toEqual([
      { kind: 'source', text: 'a [3, 1-2] `[1]` [3]', references: [1, 2, 3] },
    ]);
  });

  it('given any text, then the parts hold its paragraphs in order and nothing else', () => {
    const piece = fc.constantFrom('a', '[1]', '`', '\n', '\n\n', '\r\n \t\r\n', ' ', '```\n');
    fc.assert(
      fc.property(
        fc.array(piece).map((all) => all.join('')),
        (text) => {
          const cut = parts(text, 1);
          const bare = (some: string): string => some.replace(/\s/g, '');
          expect(bare(cut.map((part) => part.text).join(''))).toBe(bare(text));
          expect(cut.every((part) => !/\n[ \t]*\n/.test(part.text))).toBe(true);
        },
      ),
    );
  });
});
