import { type Static, Type } from '@sinclair/typebox';

import { type Digest, digestOfJson, fail, ok, type Result } from '#libs/kernel';

import { agent } from './configuration/agent.js';
import { type ConfigurationProblem, crossCheck } from './configuration/cross-check.js';
import { covers, policy, type Policy } from './configuration/policy.js';
import { profile } from './configuration/profile.js';
import { registeredSchema } from './configuration/registered-schema.js';
import { principal } from './context.js';
import { channelId, closed, digest, namespaceId, oneOf } from './fields.js';
import { strictCheck } from './schema.js';

export { type ConfigurationProblem };

const channel = closed({ id: channelId, namespaces: Type.Union([Type.Literal('every'), Type.Array(namespaceId)]) });
export type Channel = Static<typeof channel>;

export const tokenScopes = ['ask', 'read', 'content.read', 'operate'] as const;
const tokenScope = oneOf(...tokenScopes);
export type TokenScope = Static<typeof tokenScope>;

const apiToken = closed({
  /** SHA-256 of the token; the token itself is shown once and kept nowhere. */
  tokenDigest: digest,
  principal,
  namespace: namespaceId,
  channels: Type.Array(channelId),
  scopes: Type.Array(tokenScope),
  /** RFC 3339 */
  expiresAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$' }),
});
export type ApiToken = Static<typeof apiToken>;

export const configurationSchema = closed({
  /**
   * In the file: changes are numbered from here, or on from the last one where that is higher. In what services have:
   * the number of the last change that it holds.
   */
  revision: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  profiles: Type.Array(profile, { minItems: 1 }),
  policies: Type.Array(policy, { minItems: 1 }),
  /** Named ways to answer; left out: none. */
  agents: Type.Optional(Type.Array(agent)),
  channels: Type.Array(channel, { minItems: 1 }),
  /** The systems that ask over Kafka, by name; each has the principal `imprimatur-upstream-<name>` at the broker. */
  upstreams: Type.Optional(Type.Array(channelId, { uniqueItems: true })),
  apiTokens: Type.Array(apiToken),
  /** Callers' schemas; each id and version once, in the order of registration. */
  schemas: Type.Optional(Type.Array(registeredSchema)),
});

/** Profiles, policies, agents, channels, upstreams and tokens as one value with a revision. */
export type Configuration = Static<typeof configurationSchema>;

export interface ConfigurationSnapshot extends Configuration {
  /** SHA-256 of the RFC 8785 form of the whole configuration. */
  readonly digest: Digest;
}

const check = strictCheck(configurationSchema);

/** Checks a configuration whole: its shape, then that every name it uses is there. */
export function readConfiguration(value: unknown): Result<ConfigurationSnapshot, ConfigurationProblem> {
  const violation = check(value);
  if (violation) {
    const { pointer, keyword, unknownMember } = violation;
    const member = unknownMember === undefined ? '' : ` (unknown member ${unknownMember})`;
    return fail({ code: 'config.invalid', pointer, says: `breaks its schema: ${keyword}${member}` });
  }
  const configuration = value as Configuration;
  const problem = crossCheck(configuration);
  return problem ? fail(problem) : ok({ ...configuration, digest: digestOfJson(configuration) });
}

/** The policy for a place: the most exact one, the first of several; the check above guarantees that there is one. */
export function policyFor(configuration: Configuration, place: { namespace: string; channel: string }): Policy {
  const rank = (policy: Policy): number => (policy.namespace === null ? 0 : 2) + (policy.channel === null ? 0 : 1);
  const fits = configuration.policies.filter((policy) => covers(policy, place));
  const best = fits.reduce<Policy | undefined>(
    (kept, next) => (kept && rank(kept) >= rank(next) ? kept : next),
    undefined,
  );
  if (best === undefined) throw new Error('a checked configuration has a policy for every place');
  return best;
}

/** True where the channel exists and serves the namespace. */
export function channelServes(configuration: Configuration, place: { namespace: string; channel: string }): boolean {
  const channel = configuration.channels.find(({ id }) => id === place.channel);
  return channel !== undefined && (channel.namespaces === 'every' || channel.namespaces.includes(place.namespace));
}
