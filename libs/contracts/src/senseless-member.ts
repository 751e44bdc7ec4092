import { type EntityRef } from './context.js';
import { type Question } from './events/question-asked.v1.js';
import { type Refusal } from './incoming-event.js';

/** The first member that fits its schema and cannot be understood beside the others, or at all; undefined where none is. */
export function senselessMember({ targets, intent, goals = [], context }: Question): Refusal | undefined {
  const goalIds = goals.map(({ id }) => id);
  return (
    at('question.contradiction', '/intent/targets', intent?.targets, (target) => !isAmong(target, targets)) ??
    at('question.contradiction', '/goals', goalIds, (id, index) => goalIds.indexOf(id) !== index) ??
    at('question.invalid', '/context/identityPatterns', context?.identityPatterns, (pattern) => !isPattern(pattern))
  );
}

function at<T>(
  code: Refusal['code'],
  list: string,
  members: readonly T[] | undefined,
  isWrong: (member: T, index: number) => boolean,
): Refusal | undefined {
  const index = members?.findIndex(isWrong) ?? -1;
  return index < 0 ? undefined : { code, pointer: `${list}/${index}` };
}

/** An intent may name a part of what was resolved; where nothing was to be resolved, it says itself what it is about. */
function isAmong({ documentType, identity }: EntityRef, targets: readonly EntityRef[] | undefined): boolean {
  return targets?.some((each) => each.documentType === documentType && each.identity === identity) ?? true;
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
