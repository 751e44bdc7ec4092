import { type Answer, type Code, type Draft, type Finding, type FindingLayer } from '#libs/contracts';

import { type DraftResponse, type Reading } from '../reading.js';

/** Everything that a check may look at. */
export interface CheckInput {
  readonly draft: Draft;
  readonly response: DraftResponse;
  readonly reading: Reading;
}

/** What a check found: a code of the table and a place, never an excerpt. */
export interface Found {
  readonly code: Code;
  /** Of the answer object; null for the response as a whole. */
  readonly pointer: Finding['pointer'];
  /** Of the string at `pointer`, or of the response text where that is null. */
  readonly span: Finding['span'];
}

export interface Check {
  readonly layer: FindingLayer;
  /** Every code that this check can find; those that it does not find are recorded as passed. */
  readonly codes: readonly Code[];
  /** null where there is nothing that this check could look at: then it neither passes nor fails. */
  readonly run: (input: CheckInput) => readonly Found[] | null;
}

export const found = (code: Code, pointer: Found['pointer'] = null, span: Found['span'] = null): Found => ({
  code,
  pointer,
  span,
});

/** A check of the answer object: it waits until structure has made one. */
export const onAnswer =
  (run: (answer: Answer, input: CheckInput) => readonly Found[]): Check['run'] =>
  (input) =>
    input.reading.kind === 'answer' ? run(input.reading.answer, input) : null;
