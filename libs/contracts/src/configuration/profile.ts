import { type Static, Type } from '@sinclair/typebox';

import { closed, decimal, name, oneOf, orNull } from '../fields.js';
import { probe } from './probe.js';

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
  /** Calls of this profile for one question, while a refusal proved that nothing was paid. */
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

/** What the endpoint is declared to take. Routing counts what a probe that holds has confirmed. */
const capabilities = closed({
  strictSchema: Type.Boolean(),
  jsonSchema: Type.Boolean(),
  jsonMode: Type.Boolean(),
  /** False where left out. */
  toolCalls: Type.Optional(Type.Boolean()),
  /** Several tool calls in one response while the schema is strict; false where left out. */
  parallelToolCallsWithStrict: Type.Optional(Type.Boolean()),
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
  capabilities,
  /** Keywords of JSON Schema that this endpoint does not take, beyond what its dialect leaves out: `oneOf`, `format`. */
  schemaLimitations: Type.Optional(Type.Array(name, { maxItems: 100 })),
  /** What `imprimatur profiles probe` saw; null or left out: never probed. */
  probe: Type.Optional(orNull(probe)),
  /** The profile that takes over where this one cannot; null or left out: none. */
  fallback: Type.Optional(orNull(name)),
  /** What a question may ask for as `auto:<quality>`. */
  qualities: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }), { maxItems: 20 })),
  limits: profileLimits,
  prices: Type.Union([prices, Type.Null()]),
  /** True where source text may be sent to this endpoint. */
  disclosureApproved: Type.Boolean(),
});
export const profile = Type.Union([extractiveProfile, modelProfile]);
export type Profile = Static<typeof profile>;
export type ModelProfile = Static<typeof modelProfile>;
