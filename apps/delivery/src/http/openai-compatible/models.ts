import {
  type ApiToken,
  type Configuration,
  covers,
  isModelProfile,
  offeredProfiles,
  policyFor,
  type Question,
} from '#libs/contracts';
import { fail, ok, type Result } from '#libs/kernel';

import { type ChatRefusal } from './chat-request.js';

/** The policy chooses. */
const auto = 'auto';

/** The names that `model` may have, each with what the question then says. */
export type ModelNames = ReadonlyMap<string, Pick<Question, 'model' | 'agent'>>;

/** What may be named in a place: `auto`, the qualities and the profiles that its policy offers, and its active agents. */
export function modelNames(configuration: Configuration, place: { namespace: string; channel: string }): ModelNames {
  const offered = offeredProfiles(configuration, policyFor(configuration, place), null);
  const enabled = offered.filter((profile) => profile.enabled);
  const qualities = enabled.filter(isModelProfile).flatMap((profile) => profile.qualities ?? []);
  return new Map<string, Pick<Question, 'model' | 'agent'>>([
    [auto, {}],
    ...qualities.map((quality) => [`${auto}:${quality}`, { model: `${auto}:${quality}` }] as const),
    ...enabled.map(({ id }) => [id, { model: id }] as const),
    ...agentsIn(configuration, place).map((id) => [`agent:${id}`, { agent: id }] as const),
  ]);
}

function agentsIn({ agents = [], policies }: Configuration, place: { namespace: string; channel: string }): string[] {
  const servesHere = (id: string | undefined) =>
    id === undefined || policies.some((policy) => policy.id === id && covers(policy, place));
  return agents.filter(({ active, policy }) => active && servesHere(policy)).map(({ id }) => id);
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
