import { type AnswerSource, type Question } from '#libs/contracts';

import { type Assessment } from './evidence.js';

/** Sources that a model writes. The others need none: they are composed, whatever profile the question would go to. */
export const modelSources = [
  'KNOWLEDGE_GROUNDED',
  'MIXED_SOURCES',
  'MODEL_SUPPLEMENT',
] as const satisfies AnswerSource[];
export type ModelSource = (typeof modelSources)[number];

export interface SourceCase {
  readonly evidence: Assessment['mode'];
  /** True where a model may be asked and may see what the question brings. */
  readonly model: boolean;
  /** True where the policy lets a model answer from its general knowledge. */
  readonly supplement: boolean;
}

interface SourceRow {
  readonly source: AnswerSource;
  readonly evidence: readonly Assessment['mode'][];
  /** null: either. */
  readonly model: boolean | null;
  readonly supplement: boolean | null;
}

/** The first row that holds, highest first; every case has one. */
export const answerSourceTable: readonly SourceRow[] = [
  { source: 'CLARIFICATION_REQUIRED', evidence: ['AMBIGUOUS'], model: null, supplement: null },
  { source: 'KNOWLEDGE_EXTRACTS', evidence: ['MATCHED', 'PARTIAL_MATCH'], model: false, supplement: null },
  { source: 'KNOWLEDGE_GROUNDED', evidence: ['MATCHED'], model: true, supplement: null },
  { source: 'MIXED_SOURCES', evidence: ['PARTIAL_MATCH'], model: true, supplement: true },
  { source: 'KNOWLEDGE_GROUNDED', evidence: ['PARTIAL_MATCH'], model: true, supplement: false },
  { source: 'MODEL_SUPPLEMENT', evidence: ['NO_MATCH'], model: true, supplement: true },
  { source: 'INSUFFICIENT_KNOWLEDGE', evidence: ['NO_MATCH'], model: null, supplement: null },
];

/** What an answer is to rest on. What it does rest on is told from its text, when it has one. */
export function answerSourceOf(the: SourceCase): AnswerSource {
  const row = answerSourceTable.find(
    ({ evidence, model, supplement }) =>
      evidence.includes(the.evidence) &&
      (model === null || model === the.model) &&
      (supplement === null || supplement === the.supplement),
  );
  if (row === undefined) throw new Error('the table has a row for every case');
  return row.source;
}

export const needsModel = (source: AnswerSource): source is ModelSource =>
  (modelSources as readonly string[]).includes(source);

/** An endpoint that is not approved for disclosure may see a question that brings nothing with it, and no other. */
export function maySee({ disclosureApproved }: { readonly disclosureApproved: boolean }, question: Question): boolean {
  const { messages = [], targets = [], intent, context = {} } = question;
  const { entities = [], fragments = [], references = [], executedActions = [] } = context;
  const brought = [messages, targets, entities, fragments, references, executedActions];
  return disclosureApproved || (intent === undefined && brought.every(({ length }) => length === 0));
}
