import { type Static, Type } from '@sinclair/typebox';

import { type Digest, digestOfJson, fail, ok, type Result } from '#libs/kernel';

import { registeredSchema, repeatedSchema } from './configuration/registered-schema.js';
import { principal } from './context.js';
import { channelId, closed, decimal, digest, name, namespaceId, oneOf } from './fields.js';
import { strictCheck } from './schema.js';

/** A secret is named, never written: an environment variable or a file with mode 0600. */
export const secretRef = Type.Union([
  closed({ from: Type.Literal('environment'), variable: Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,99}$' }) }),
  closed({ from: Type.Literal('file'), path: name }),
]);
export type SecretRef = Static<typeof secretRef>;

/** Milliseconds, below the 300 s after which Node's own fetch gives up waiting and names no reason that we could keep. */
const callTime = Type.Integer({ minimum: 100, maximum: 290_000 });

const profileLimits = closed({
  /** Milliseconds for one call, from the first byte sent. */
  callMs: callTime,
  /** Milliseconds without a byte. */
  idleMs: callTime,
  /** Bytes of the whole buffered response. */
  outputBytes: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  outputTokens: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  /** Calls for one question, while a refusal proved that nothing was paid. */
  attempts: Type.Integer({ minimum: 1, maximum: 10 }),
  /** In the currency of the profile's prices, over all calls for one question and its repair. */
  cost: Type.Optional(decimal),
});
export type ProfileLimits = Static<typeof profileLimits>;

const prices = closed({
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  inputPerMillion: decimal,
  outputPerMillion: decimal,
});

const extractiveProfile = closed({ id: name, adapter: Type.Literal('extractive'), enabled: Type.Boolean() });
/** The wire formats that models are spoken to in: chat completions and all that is compatible with them, and two more. */
export const modelAdapters = ['openai', 'openai-responses', 'anthropic'] as const;
export type ModelAdapter = (typeof modelAdapters)[number];

const modelProfile = closed({
  id: name,
  adapter: oneOf(...modelAdapters),
  enabled: Type.Boolean(),
  baseUrl: Type.String({ pattern: '^https?://[^\\s@]+$', maxLength: 500 }),
  model: name,
  /** Further names that the endpoint gives this model in its responses. */
  aliases: Type.Array(name),
  /** True for a model whose answers are written by hand; its name begins with `scripted-`. */
  scripted: Type.Boolean(),
  secret: Type.Union([secretRef, Type.Null()]),
  capabilities: closed({ strictSchema: Type.Boolean(), jsonSchema: Type.Boolean(), jsonMode: Type.Boolean() }),
  limits: profileLimits,
  prices: Type.Union([prices, Type.Null()]),
  /** True where source text may be sent to this endpoint. */
  disclosureApproved: Type.Boolean(),
});
const profile = Type.Union([extractiveProfile, modelProfile]);
export type Profile = Static<typeof profile>;
export type ModelProfile = Static<typeof modelProfile>;

const policy = closed({
  id: name,
  /** null: every namespace, every channel. The most exact policy holds; namespace counts more than channel. */
  namespace: Type.Union([namespaceId, Type.Null()]),
  channel: Type.Union([channelId, Type.Null()]),
  profile: name,
  /** Profiles that may be used although nothing probed them. */
  allowUnprobed: Type.Array(name),
  reviewWithinMs: Type.Integer({ minimum: 1000, maximum: 30 * 86_400_000 }),
  panel: Type.Optional(name),
  /** Whether a model may answer from its general knowledge what no source covers; `allowed` when left out. */
  supplement: Type.Optional(oneOf('allowed', 'forbidden')),
});
export type Policy = Static<typeof policy>;

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
  channels: Type.Array(channel, { minItems: 1 }),
  /** The systems that ask over Kafka, by name; each has the principal `imprimatur-upstream-<name>` at the broker. */
  upstreams: Type.Optional(Type.Array(channelId, { uniqueItems: true })),
  apiTokens: Type.Array(apiToken),
  /** Callers' schemas; each id and version once, in the order of registration. */
  schemas: Type.Optional(Type.Array(registeredSchema)),
});

/** Profiles, policies, channels, upstreams and tokens as one value with a revision. */
export type Configuration = Static<typeof configurationSchema>;

export interface ConfigurationSnapshot extends Configuration {
  /** SHA-256 of the RFC 8785 form of the whole configuration. */
  readonly digest: Digest;
}

export interface ConfigurationProblem {
  readonly code: 'config.invalid' | 'not_supported_yet';
  readonly pointer: string;
  readonly says: string;
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
  const problem = dangling(configuration);
  return problem ? fail(problem) : ok({ ...configuration, digest: digestOfJson(configuration) });
}

function dangling({
  profiles,
  policies,
  channels,
  apiTokens,
  schemas = [],
}: Configuration): ConfigurationProblem | undefined {
  const problem = (pointer: string, says: string) => ({ code: 'config.invalid' as const, pointer, says });
  const profileIds = new Set(profiles.map(({ id }) => id));
  if (profileIds.size !== profiles.length) return problem('/profiles', 'two profiles share an id');
  if (new Set(channels.map(({ id }) => id)).size !== channels.length)
    return problem('/channels', 'two channels share an id');
  if (new Set(policies.map(({ id }) => id)).size !== policies.length)
    return problem('/policies', 'two policies share an id');
  if (new Set(apiTokens.map(({ tokenDigest }) => tokenDigest)).size !== apiTokens.length)
    return problem('/apiTokens', 'two tokens share a digest');
  for (const [index, profile] of profiles.entries()) {
    if (profile.adapter === 'extractive') continue;
    if (!URL.canParse(profile.baseUrl)) return problem(`/profiles/${index}/baseUrl`, 'is no URL');
    if (profile.limits.cost !== undefined && profile.prices === null) {
      return problem(`/profiles/${index}/limits/cost`, 'a limit of cost needs prices');
    }
    if (profile.scripted !== profile.model.startsWith('scripted-')) {
      return problem(
        `/profiles/${index}/model`,
        'a scripted model, and no other, has a name that begins with scripted-',
      );
    }
  }
  for (const [index, policy] of policies.entries()) {
    if (policy.panel !== undefined) {
      return { code: 'not_supported_yet', pointer: `/policies/${index}/panel`, says: 'no jury sits yet' };
    }
    if (!profileIds.has(policy.profile)) return problem(`/policies/${index}/profile`, 'names no profile');
  }
  const repeated = repeatedSchema(schemas);
  if (repeated >= 0) return problem(`/schemas/${repeated}`, 'two schemas share an id and a version');
  if (!policies.some(({ namespace, channel }) => namespace === null && channel === null)) {
    return problem('/policies', 'no policy for every namespace and every channel');
  }
  return undefined;
}

/** The policy for a place: the most exact one, the first of several; the check above guarantees that there is one. */
export function policyFor(configuration: Configuration, place: { namespace: string; channel: string }): Policy {
  const rank = (policy: Policy): number => (policy.namespace === null ? 0 : 2) + (policy.channel === null ? 0 : 1);
  const fits = configuration.policies.filter(
    (policy) =>
      (policy.namespace === null || policy.namespace === place.namespace) &&
      (policy.channel === null || policy.channel === place.channel),
  );
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
