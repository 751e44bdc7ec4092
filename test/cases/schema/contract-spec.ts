import { type PortabilityCode, type SchemaCode } from '#libs/contracts';
import { type ChangeKind, type DialectId } from '#libs/schema-compiler';

/** What our contract gives for a case, member by member; `differs` says why it is not what the case's oracle says. */
export interface Contract {
  /** As the schema of an answer. */
  readonly refused?: SchemaCode;
  /** The instance of the case, against the schema as a part of an answer. */
  readonly valid?: boolean;
  readonly violations?: readonly string[];
  readonly dialect?: DialectId;
  readonly dialectRefuses?: SchemaCode;
  readonly says?: string;
  readonly residue?: readonly string[];
  readonly changes?: readonly ChangeKind[];
  readonly warning?: PortabilityCode;
  readonly differs?: string;
}

const rootIsNoObject = 'an answer is an object; the schema is admitted as a part of one, and the instance judged there';
const compiledInstead = 'the schema is compiled to what the provider takes, and the answer validated with the original';

export const contracts: Readonly<Record<string, Contract>> = {
  'SCH-001': { dialect: 'openai-strict', changes: ['optional_as_null'], residue: [], differs: compiledInstead },
  'SCH-003': {
    dialect: 'openai-strict',
    changes: ['one_of_as_any_of'],
    residue: ['/properties/item oneOf'],
    differs: compiledInstead,
  },
  'SCH-004': {
    dialect: 'anthropic',
    changes: ['one_of_as_any_of'],
    residue: ['/properties/cars/items oneOf'],
    differs: compiledInstead,
  },
  'SCH-005': { dialect: 'openai-strict', dialectRefuses: 'schema.root_union' },
  'SCH-007': { dialect: 'openai-strict', changes: ['annotation_dropped'], residue: [], differs: compiledInstead },
  'SCH-008': { dialect: 'gemini', changes: [], residue: ['/properties/q minLength'], differs: compiledInstead },
  'SCH-009': { valid: true, dialect: 'gemini', dialectRefuses: 'schema.recursion' },
  'SCH-011': { dialect: 'openai-strict', dialectRefuses: 'schema.dialect_limit', says: '1001 enum values' },
  'SCH-013': {
    valid: false,
    violations: ['/count maximum', '/slug pattern'],
    dialect: 'gemini',
    residue: ['/properties/slug maxLength', '/properties/slug pattern'],
  },
  'SCH-014': { valid: false, violations: ['/ref pattern'] },
  'SCH-015': { dialect: 'json-mode' },
  'SCH-016': { valid: false, violations: ['/limitations required'] },
  'SCH-018': { valid: true },
  'SCH-020': { refused: 'schema.async' },
  'SCH-022': { valid: false, violations: ['/constructor required', '/toString required'] },
  'SCH-024': { refused: 'schema.root_type', valid: true, differs: rootIsNoObject },
  'SCH-025': { refused: 'schema.root_type', valid: true, differs: rootIsNoObject },
  'SCH-026': { refused: 'schema.root_type', valid: false, violations: [' format'], differs: rootIsNoObject },
  'SCH-028': { refused: 'schema.nullable' },
  'SCH-030': { refused: 'schema.root_type', valid: false, violations: ['/0 type'], differs: rootIsNoObject },
  'SCH-032': { valid: false, violations: [' unevaluatedProperties'] },
  'SCH-033': {
    refused: 'schema.root_type',
    valid: false,
    violations: ['/a maxLength'],
    differs: 'what stands beside $ref is evaluated in every draft, as since 2019-09: the stricter of both readings',
  },
  'SCH-034': {},
  'SCH-036': {},
  'SCH-037': { valid: false, violations: ['/a pattern'] },
  'SCH-039': { refused: 'schema.too_large', differs: 'the size is bounded, and the thread is not left for it' },
  'SCH-040': { refused: 'schema.root_type', valid: false, differs: rootIsNoObject },
  'SCH-041': { refused: 'schema.external_ref' },
  'SCH-043': { refused: 'schema.root_type', valid: true, differs: rootIsNoObject },
  'SCH-045': { refused: 'schema.root_type', valid: true },
  'SCH-047': { valid: true, warning: 'portability.object_or_string' },
  'SCH-048': { refused: 'schema.unsafe_number' },
};
