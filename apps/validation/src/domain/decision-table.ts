import { codeFamilies, type OutcomeCode } from '#libs/contracts';

export type DecisionKind = 'approve' | 'propose' | 'limited' | 'repair' | 'reject';

/** What must hold for a row, mostly of the failed findings that it names; `decide.ts` answers each. */
export type Condition =
  | 'draftFailed'
  | 'some'
  | 'someAfterRepair'
  | 'twoOrMore'
  | 'aloneAndRepairable'
  | 'oneAloneNotRestedOn'
  | 'anyOther'
  | 'allPassed';

export interface DecisionRow {
  readonly decision: DecisionKind;
  readonly when: string;
  /** The findings that the row reads, in the order in which the outcome takes its code from them. */
  readonly codes: readonly OutcomeCode[];
  readonly condition: Condition;
}

const wrongForm = [
  'parse.not_json',
  'parse.mixed_text',
  'parse.duplicate_key',
  'parse.unsafe_number',
  'parse.ill_formed',
  'schema.contract',
] as const satisfies readonly OutcomeCode[];
/** Not a slip of form: nothing is gained by asking for the same again. */
const outOfBounds = ['parse.too_large', 'parse.too_deep'] as const satisfies readonly OutcomeCode[];
const unknownCitations = [
  'entity.unknown_citation',
  'documentation.unknown_citation',
] as const satisfies readonly OutcomeCode[];

/** THE decision: the first row that holds, highest first. */
export const decisionTable: readonly DecisionRow[] = [
  {
    decision: 'reject',
    when: 'generation failed: the draft holds its code and no text',
    codes: Object.keys(codeFamilies.generation) as (keyof typeof codeFamilies.generation)[],
    condition: 'draftFailed',
  },
  {
    decision: 'reject',
    when: 'refused, filtered, truncated or unfinished',
    codes: ['envelope.refusal', 'envelope.filtered', 'envelope.truncated', 'envelope.unfinished'],
    condition: 'some',
  },
  {
    decision: 'reject',
    when: 'the structure is still wrong after the repair',
    codes: [...outOfBounds, ...wrongForm],
    condition: 'someAfterRepair',
  },
  {
    decision: 'reject',
    when: 'the text rests on an entity that is not in the context',
    codes: ['entity.unknown_mention'],
    condition: 'some',
  },
  {
    decision: 'reject',
    when: 'two or more unknown citations over both lists together',
    codes: unknownCitations,
    condition: 'twoOrMore',
  },
  { decision: 'reject', when: 'a check broke', codes: ['check.broken'], condition: 'some' },
  {
    decision: 'repair',
    when: 'the structure alone is wrong, in the first response, which is complete, and the risk is not high',
    codes: wrongForm,
    condition: 'aloneAndRepairable',
  },
  {
    decision: 'reject',
    when: 'a citation number that the window does not have',
    codes: ['reference.unknown_marker'],
    condition: 'some',
  },
  {
    decision: 'reject',
    when: 'what would be published is above the limit of its topic',
    codes: ['answer.too_large'],
    condition: 'some',
  },
  {
    decision: 'limited',
    when: 'exactly one unconfirmed citation over both lists together, which the text does not rest on, and no other failed finding: it is dropped, and a limitation says so',
    codes: unknownCitations,
    condition: 'oneAloneNotRestedOn',
  },
  {
    decision: 'reject',
    when: 'any other failed finding',
    codes: [
      'envelope.unknown_tool',
      'envelope.tool_arguments',
      'envelope.missing_tool_call',
      'envelope.several_choices',
      'envelope.empty',
      'envelope.model_mismatch',
      ...outOfBounds,
      ...wrongForm,
      ...unknownCitations,
    ],
    condition: 'anyOther',
  },
  {
    decision: 'propose',
    when: 'calls of tools that were offered, with arguments that their schemas take, and every finding is passed: published as a proposal, which authorises nothing',
    codes: [],
    condition: 'allPassed',
  },
  { decision: 'approve', when: 'an answer, and every finding is passed', codes: [], condition: 'allPassed' },
];
