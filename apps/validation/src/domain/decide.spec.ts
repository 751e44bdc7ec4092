import fc from 'fast-check';

import { type Code, codeFamilies, type Finding, type OutcomeCode } from '#libs/contracts';

import { type Case, decide, type Decision } from './decide.js';
import { answer } from './drafts-in-spec.js';

const finding = (code: Code, pointer: string | null = null, status: Finding['status'] = 'failed'): Finding => ({
  code,
  layer: 'meaning',
  status,
  pointer,
  span: null,
});
const passed = finding('envelope.refusal', null, 'passed');
const cited = {
  ...answer,
  entityCitations: [
    { documentType: 'ORDER', identity: 'ORD-1042' },
    { documentType: 'ORDER', identity: 'ORD-5555' },
  ],
  documentationCitations: ['DOC-SHIP-01', 'DOC-NONE'],
};
const judged = (findings: Finding[], more: Partial<Case> = {}): Decision =>
  decide({ failure: null, findings, ordinal: 0, risk: 'medium', answer: cited, calls: null, ...more });
const proposedCall = { tool: { name: 'refund', parameters: {} }, arguments: '{}' };
const reject = (code: OutcomeCode) => ({ kind: 'reject', code });

const unknownOrder = finding('entity.unknown_citation', '/entityCitations/1');
const unknownDocument = finding('documentation.unknown_citation', '/documentationCitations/1');

describe('the decision', () => {
  it('given only passed findings, then it approves the answer as it is', () => {
    expect(judged([passed])).toEqual({ kind: 'approve', answer: cited });
  });

  it.each<[string, Finding[], Partial<Case>]>([
    ['no finding at all', [], {}],
    ['passed findings and no answer', [passed], { answer: null }],
    ['a goal that nothing measured', [passed, finding('event.tombstone', null, 'not_measured')], {}],
    ['a broken check beside passed ones', [passed, finding('check.broken', null, 'broken')], {}],
    ['a failure that the table does not name', [finding('event.tombstone')], {}],
  ])('given %s, then nobody knows the state and it rejects', (_name, findings, more) => {
    expect(judged(findings, more)).toEqual(reject('check.broken'));
  });

  it.each<[string, Finding[], OutcomeCode]>([
    [
      'a refusal before its truncation',
      [finding('envelope.truncated'), finding('envelope.refusal')],
      'envelope.refusal',
    ],
    [
      'a mention before its citation',
      [unknownOrder, finding('entity.unknown_mention', '/answer')],
      'entity.unknown_mention',
    ],
    ['two unknown citations over both lists', [unknownDocument, unknownOrder], 'entity.unknown_citation'],
    [
      'a broken check before wrong form',
      [finding('parse.not_json'), finding('check.broken', null, 'broken')],
      'check.broken',
    ],
    [
      'an unknown marker before one unknown citation',
      [unknownOrder, finding('reference.unknown_marker')],
      'reference.unknown_marker',
    ],
    [
      'one unknown citation beside another failure',
      [unknownOrder, finding('envelope.model_mismatch')],
      'envelope.model_mismatch',
    ],
    [
      'too large an answer, with one citation to drop',
      [unknownDocument, finding('answer.too_large')],
      'answer.too_large',
    ],
    ['an empty answer', [finding('envelope.empty')], 'envelope.empty'],
    ['too deep a text', [finding('parse.too_deep')], 'parse.too_deep'],
    [
      'wrong form beside a tool call',
      [finding('parse.not_json'), finding('envelope.unknown_tool')],
      'envelope.unknown_tool',
    ],
  ])('given %s, then it rejects with the first code of the table', (_name, findings, code) => {
    expect(judged([passed, ...findings])).toEqual(reject(code));
  });

  const form = [finding('parse.duplicate_key'), finding('parse.unsafe_number')];

  it('given wrong form alone in the first response, then it asks for the repair', () => {
    expect(judged([passed, ...form], { answer: null })).toEqual({
      kind: 'repair',
      code: 'parse.duplicate_key',
      errors: [
        { code: 'parse.duplicate_key', pointer: null },
        { code: 'parse.unsafe_number', pointer: null },
      ],
    });
  });

  it('given wrong form after the repair, then it rejects', () => {
    expect(judged(form, { answer: null, ordinal: 1 })).toEqual(reject('parse.duplicate_key'));
  });

  it('given wrong form at high risk, then it rejects and asks for nothing again', () => {
    expect(judged(form, { answer: null, risk: 'high' })).toEqual(reject('parse.duplicate_key'));
  });

  it('given more errors than a repair holds, then it names the first fifty', () => {
    const decision = judged(Array.from({ length: 60 }, () => finding('schema.contract', '/answer')));
    expect(decision.kind === 'repair' && decision.errors).toHaveLength(50);
  });

  it('given one unknown citation that the text does not rest on, then it is dropped with a limitation', () => {
    expect(judged([passed, unknownDocument])).toMatchObject({
      kind: 'limited',
      code: 'documentation.unknown_citation',
      answer: {
        answer: cited.answer,
        entityCitations: cited.entityCitations,
        documentationCitations: ['DOC-SHIP-01'],
        limitations: [
          ...cited.limitations,
          'One citation could not be confirmed against the context and was left out.',
        ],
      },
    });
  });

  it('given one unknown document that the text names, then it rejects', () => {
    const leaning = { ...cited, answer: 'As doc-none says.' };
    expect(judged([unknownDocument], { answer: leaning })).toEqual(reject('documentation.unknown_citation'));
  });

  it('given a citation finding without a place in the answer, then nothing is dropped', () => {
    expect(judged([finding('entity.unknown_citation', '/entityCitations/9')])).toEqual(
      reject('entity.unknown_citation'),
    );
  });

  it("given a draft that failed, then it rejects with the draft's code", () => {
    expect(judged([], { failure: 'provider.timeout' })).toEqual(reject('provider.timeout'));
  });

  describe('for any findings', () => {
    const codes = Object.keys(codeFamilies.validation) as (keyof typeof codeFamilies.validation)[];
    const pointers = fc.constantFrom(null, '/answer', '/entityCitations/1', '/documentationCitations/1');
    const statuses = fc.constantFrom<Finding['status'][]>('passed', 'failed', 'broken', 'not_measured');
    const findings = fc.array(
      fc.tuple(fc.constantFrom(...codes), pointers, statuses).map((all) => finding(...all)),
      {
        maxLength: 4,
      },
    );
    const cases = fc.record<Case>({
      failure: fc.constant(null),
      findings,
      ordinal: fc.constantFrom(0, 1),
      risk: fc.constantFrom('low', 'medium', 'high'),
      answer: fc.constantFrom(cited, null),
      calls: fc.constantFrom(null, [proposedCall]),
    });
    const publishes = ({ kind }: Decision): boolean => kind === 'approve' || kind === 'propose' || kind === 'limited';

    it('then a further failed or broken finding never publishes what was withheld', () => {
      const more = fc.tuple(fc.constantFrom(...codes), pointers, fc.constantFrom('failed' as const, 'broken' as const));
      fc.assert(
        fc.property(cases, more, (the, added) => {
          if (publishes(decide(the))) return;
          expect(publishes(decide({ ...the, findings: [...the.findings, finding(...added)] }))).toBe(false);
        }),
        { numRuns: 2000 },
      );
    });

    it('then what is published has no failure but the one citation that was dropped', () => {
      fc.assert(
        fc.property(cases, (the) => {
          const decision = decide(the);
          const failures = the.findings.filter(({ status }) => status !== 'passed');
          if (publishes(decision)) expect(failures).toHaveLength(decision.kind === 'limited' ? 1 : 0);
        }),
        { numRuns: 2000 },
      );
    });

    it('then a repair is asked for once and for structure alone', () => {
      fc.assert(
        fc.property(cases, (the) => {
          const decision = decide(the);
          if (decision.kind !== 'repair') return;
          expect(the.ordinal).toBe(0);
          expect(the.risk).not.toBe('high');
          expect(decision.errors.every(({ code }) => /^(parse|schema)\./.test(code))).toBe(true);
        }),
        { numRuns: 2000 },
      );
    });
  });
});
