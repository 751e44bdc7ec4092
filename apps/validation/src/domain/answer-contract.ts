import { type Static, Type } from '@sinclair/typebox';

import { closed, entityRef, name, type SchemaViolation, strictCheck } from '#libs/contracts';
import { fail, ok, type Result } from '#libs/kernel';

/** The answer contract of DESIGN section 5: all members required, nothing else, for every adapter. */
export const answerContract = closed({
  answer: Type.String(),
  entityCitations: Type.Array(entityRef),
  documentationCitations: Type.Array(name),
  limitations: Type.Array(Type.String()),
});
export type Answer = Static<typeof answerContract>;

const check = strictCheck(answerContract);

export function readAnswer(value: unknown): Result<Answer, SchemaViolation> {
  const violation = check(value);
  return violation ? fail(violation) : ok(value as Answer);
}

/** A published string outside the citation lists, with its place. */
export interface PublishedString {
  readonly pointer: string;
  readonly text: string;
}

export function publishedStrings(answer: Answer): PublishedString[] {
  return [
    { pointer: '/answer', text: answer.answer },
    ...answer.limitations.map((text, index) => ({ pointer: `/limitations/${index}`, text })),
  ];
}
