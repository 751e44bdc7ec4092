/** What a provider holds by itself, as docs and SDKs of November 2026 say; a probe's record wins where it differs. */
export interface Dialect {
  /** Bounds that it takes and holds; every other keyword is residue. */
  readonly keywords: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  /** The largest `minItems` that it holds. */
  readonly minItems: number;
  /** Types whose values it takes in an `enum`. */
  readonly enumTypes: ReadonlySet<string>;
  /** Every property is listed in `required`, so that an absent one has to be said by null. */
  readonly everyMemberRequired: boolean;
  /** Objects with member names that the schema does not say. */
  readonly freeMembers: boolean;
  readonly recursion: 'any' | 'never' | 'through_optional';
  readonly limits?: DialectLimits;
}

export interface DialectLimits {
  readonly properties: number;
  readonly levels: number;
  /** Of property and definition names, and of enum values. */
  readonly characters: number;
  readonly enumValues: number;
  /** Characters of one enum of strings that has more than 250 values. */
  readonly longEnumCharacters: number;
}

export const strictDialects = ['openai-strict', 'anthropic', 'gemini'] as const;
/** `json-mode`: the provider promises JSON and nothing more; the schema is told in the prompt. */
export const dialectIds = [...strictDialects, 'json-mode'] as const;
export type DialectId = (typeof dialectIds)[number];
export type StrictDialectId = (typeof strictDialects)[number];

const numberBounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const commonFormats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
const scalars = new Set(['string', 'number', 'integer', 'boolean']);

export const dialects: Readonly<Record<StrictDialectId, Dialect>> = {
  /** Structured outputs of OpenAI, `strict: true`. `minLength` and `maxLength` pass some SDKs and are not held. */
  'openai-strict': {
    keywords: new Set(['pattern', 'format', 'minItems', 'maxItems', ...numberBounds]),
    formats: new Set(commonFormats),
    minItems: Infinity,
    enumTypes: scalars,
    everyMemberRequired: true,
    freeMembers: false,
    recursion: 'any',
    limits: { properties: 5000, levels: 10, characters: 120_000, enumValues: 1000, longEnumCharacters: 15_000 },
  },
  /** What the SDK's transform keeps; it moves everything else into a description, which holds nothing. */
  anthropic: {
    keywords: new Set(['format', 'minItems']),
    formats: new Set([...commonFormats, 'uri']),
    minItems: 1,
    enumTypes: scalars,
    everyMemberRequired: false,
    freeMembers: false,
    recursion: 'never',
  },
  /** `responseJsonSchema`. Its formats are not listed anywhere, so none counts as held. */
  gemini: {
    keywords: new Set(['minimum', 'maximum', 'minItems', 'maxItems']),
    formats: new Set(),
    minItems: Infinity,
    enumTypes: new Set(['string', 'number', 'integer']),
    everyMemberRequired: false,
    freeMembers: true,
    recursion: 'through_optional',
  },
};
