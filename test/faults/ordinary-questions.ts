import { completes, type PlannedQuestion, questionBody } from './question-plan.js';
import { type SeededRandom } from './seeded-random.js';

/** Every tenth comes by HTTP. */
export function ordinaryQuestions(prefix: string, count: number, random: SeededRandom): readonly PlannedQuestion[] {
  return Array.from({ length: count }, (_, index) => {
    const interactionId = `${prefix}-${index}`;
    const body = questionBody(interactionId, 'web', 'What holds?', random.canary());
    return { interactionId, by: index % 10 === 3 ? 'http' : 'kafka', body, ends: completes } as const;
  });
}
