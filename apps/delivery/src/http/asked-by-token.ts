import {
  type ApiToken,
  channelServes,
  checkQuestion,
  type Code,
  type Configuration,
  placeOf,
  type Question,
} from '#libs/contracts';
import { canonicalJson, fail, ok, type Result } from '#libs/kernel';

/** A question that HTTP does not take: the status, and why. */
export interface IntakeRefusal {
  readonly status: 400 | 403;
  readonly code: Code;
  readonly pointer: string | null;
}

/** A question whose namespace and principal are the token's. */
export type TokenQuestion = Question & Required<Pick<Question, 'namespace' | 'principal'>>;

/**
 * Binds a body to the token that brought it: namespace and principal are the token's, the channel
 * one of the token's. A body may repeat the token's namespace and principal; one that names others is forbidden,
 * rather than silently asked as somebody else. Only an operator asks anew, by the admin route, and only an upstream
 * system is believed about what was executed.
 */
export function askedByToken(
  body: unknown,
  token: ApiToken,
  configuration: Configuration,
): Result<TokenQuestion, IntakeRefusal> {
  const checked = checkQuestion(body);
  if (!checked.ok) return fail({ status: 400, ...checked.failure });
  const { namespace, principal } = token;
  const { value } = checked;
  if (value.replayOf !== undefined) return forbidden('/replayOf');
  if (value.context?.executedActions !== undefined) return forbidden('/context/executedActions');
  if (value.namespace !== undefined && value.namespace !== namespace) return forbidden('/namespace');
  if (value.principal !== undefined && canonicalJson(value.principal) !== canonicalJson(principal)) {
    return forbidden('/principal');
  }
  if (!token.channels.includes(value.channel)) return forbidden('/channel');
  const question = { ...value, namespace, principal };
  if (channelServes(configuration, placeOf(question))) return ok(question);
  return fail({ status: 400, code: 'question.unknown_channel', pointer: '/channel' });
}

const forbidden = (pointer: string) => fail<IntakeRefusal>({ status: 403, code: 'http.forbidden', pointer });
