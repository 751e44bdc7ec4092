import { type ApiToken, type Configuration, policyFor, type Question } from '#libs/contracts';
import { fail, ok, type Result } from '#libs/kernel';

import { type ChatRefusal } from './chat-request.js';

/** The policy chooses. */
const auto = 'auto';

/** The names that `model` may have, each with what the question then says. */
export type ModelNames = ReadonlyMap<string, Pick<Question, 'model' | 'agent'>>;

/** What may be named in a place: `auto`, and the profile of its policy while that is enabled. */
export function modelNames(configuration: Configuration, place: { namespace: string; channel: string }): ModelNames {
  const { profile } = policyFor(configuration, place);
  const enabled = configuration.profiles.some(({ id, enabled }) => id === profile && enabled);
  return new Map((enabled ? [auto, profile] : [auto]).map((name) => [name, {}]));
}

/** What a token may name on any of its channels. */
export function modelNamesOf(configuration: Configuration, { namespace, channels }: ApiToken): ModelNames {
  return new Map(channels.flatMap((channel) => [...modelNames(configuration, { namespace, channel })]));
}

export function askedModel(name: string, names: ModelNames): Result<Pick<Question, 'model' | 'agent'>, ChatRefusal> {
  const asked = names.get(name);
  return asked === undefined ? fail({ code: 'http.unknown_model', pointer: '/model' }) : ok(asked);
}

/** An entry of `GET /v1/models`. A configured name has no date of its making: `created` is the epoch. */
export interface ModelEntry {
  readonly id: string;
  readonly object: 'model';
  readonly created: 0;
  readonly owned_by: 'imprimatur';
}

export const modelEntry = (id: string): ModelEntry => ({ id, object: 'model', created: 0, owned_by: 'imprimatur' });
