import { codes, publicSentence } from '#libs/contracts';
import { type HttpProblem } from '#libs/service-host';

import { type ChatFailure } from './chat-outcome.js';

/** The body of an error in this API. `imprimatur`, of a question that was asked, names the interaction. */
export interface OpenAiError {
  readonly error: {
    readonly message: string;
    readonly type: string;
    /** The member of the request, as `messages[0].content`. */
    readonly param: string | null;
    readonly code: string;
    readonly imprimatur?: object;
  };
}

const types: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [429, 'rate_limit_error'],
]);

const typeOf = (status: number): string =>
  types.get(status) ?? (status >= 500 ? 'server_error' : 'invalid_request_error');

/** `asked`: the interaction, where the question was asked before the problem came. */
export function errorOfProblem({ status, code, pointer }: HttpProblem, asked?: { interactionId: string }): OpenAiError {
  const param = pointer === null || pointer === '' ? null : paramOf(pointer);
  const error = { message: sentence(codes[code].says), type: typeOf(status), param, code };
  return { error: asked === undefined ? error : { ...error, imprimatur: asked } };
}

export function errorOfFailure({ status, code, imprimatur }: ChatFailure): OpenAiError {
  return { error: { message: publicSentence(code), type: typeOf(status), param: null, code, imprimatur } };
}

/** `/messages/0/content` in the words of this API: `messages[0].content`. */
function paramOf(pointer: string): string {
  const [first = '', ...rest] = pointer.slice(1).split('/');
  return first + rest.map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`)).join('');
}

const sentence = (says: string): string => `${says.charAt(0).toUpperCase()}${says.slice(1)}.`;
