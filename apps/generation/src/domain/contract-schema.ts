const citation = {
  type: 'object',
  properties: { documentType: { type: 'string' }, identity: { type: 'string' } },
  required: ['documentType', 'identity'],
  additionalProperties: false,
} as const;

const strings = { type: 'array', items: { type: 'string' } } as const;

/**
 * The answer contract of DESIGN section 5 as a JSON Schema that lies within OpenAI's strict subset: every object closed,
 * every member required, no bounds.
 */
export const answerContract = {
  name: 'answer',
  schema: {
    type: 'object',
    properties: {
      answer: { type: 'string' },
      entityCitations: { type: 'array', items: citation },
      documentationCitations: strings,
      limitations: strings,
    },
    required: ['answer', 'entityCitations', 'documentationCitations', 'limitations'],
    additionalProperties: false,
  },
} as const;

/** The object that every adapter's text must be. */
export interface Answer {
  readonly answer: string;
  readonly entityCitations: readonly { readonly documentType: string; readonly identity: string }[];
  readonly documentationCitations: readonly string[];
  readonly limitations: readonly string[];
}
