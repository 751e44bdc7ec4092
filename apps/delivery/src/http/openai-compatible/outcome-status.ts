import { codeFamilies, type OutcomeCode } from '#libs/contracts';

const statuses: Readonly<Partial<Record<OutcomeCode, number>>> = {
  'question.too_large': 413,
  'provider.unavailable': 503,
  'provider.rate_limited': 503,
  'provider.not_configured': 503,
  'provider.timeout': 504,
  'provider.idle': 504,
  'generation.expired': 504,
  'generation.unknown_model': 404,
  'generation.unknown_agent': 404,
  'generation.agent_inactive': 404,
  'generation.tool_unusable': 400,
  'delivery.deadline': 504,
  'review.pending': 504,
};

/**
 * The HTTP status of a question that ended without an answer. 429 is not among them: it would say that this client asks
 * too often.
 */
export function statusOfOutcome(code: OutcomeCode): number {
  const status = statuses[code];
  if (status !== undefined) return status;
  if (Object.hasOwn(codeFamilies.question, code)) return 400;
  return Object.hasOwn(codeFamilies.generation, code) ? 502 : 500;
}
