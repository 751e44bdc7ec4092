import { type Answer, answerContract, type Draft, type SchemaViolation, strictCheck } from '#libs/contracts';
import { type ParseProblem } from '#libs/kernel';

import { readJson } from './json/read-json.js';

export type DraftResponse = Extract<Draft['outcome'], { kind: 'response' }>;

/** How far a response could be read. Each check takes what it needs; only `answer` can be approved. */
export type Reading =
  /** Nothing whole to read: the envelope check says why. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly problems: readonly ParseProblem[] }
  | { readonly kind: 'off_contract'; readonly violation: SchemaViolation }
  | { readonly kind: 'answer'; readonly answer: Answer };

const checkContract = strictCheck(answerContract);
/** Items that one list may have. The contract itself has no bounds, so that every provider takes it. */
const maxItems = 1000;

/** A text that did not end by itself is not read: cut-off JSON that happens to parse would hide what is missing. */
export function readResponse({ choices }: DraftResponse): Reading {
  const [choice, ...others] = choices;
  if (choice === undefined || others.length > 0 || choice.finish !== 'complete') return { kind: 'none' };
  if (choice.content === null || isBlank(choice.content)) return { kind: 'none' };
  const json = readJson(choice.content);
  if (!json.ok) return { kind: 'unreadable', problems: json.failure };
  const violation = checkContract(json.value) ?? overlongList(json.value as Answer);
  return violation ? { kind: 'off_contract', violation } : { kind: 'answer', answer: json.value as Answer };
}

function overlongList(answer: Answer): SchemaViolation | undefined {
  const lists = ['entityCitations', 'documentationCitations', 'limitations'] as const;
  const overlong = lists.find((list) => answer[list].length > maxItems);
  return overlong && { pointer: `/${overlong}`, keyword: 'maxItems' };
}

/** True where a reader would see nothing: white space, control and invisible characters alone. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
