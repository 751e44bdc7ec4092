import { type CapabilitySet, type ModelMode } from '#libs/contracts';

/** What decides which form a profile can be held to. */
export interface FormCase {
  readonly capabilities: CapabilitySet;
  /** True where the endpoint takes every keyword of the schema. */
  readonly takesSchema: boolean;
  /** The question brings tools. */
  readonly tools: boolean;
  /** The answer itself is asked for as a tool call. */
  readonly asTool: boolean;
}

export interface FormRow {
  readonly mode: ModelMode;
  readonly needs: string;
  readonly holds: (the: FormCase) => boolean;
}

/** The forms of one profile, strongest first. With tools in the question every form needs tool calls. */
export const formTable: readonly FormRow[] = [
  {
    mode: 'strict',
    needs: 'strictSchema, and an endpoint that takes every keyword of the schema',
    holds: ({ capabilities, takesSchema }) => capabilities.strictSchema && takesSchema,
  },
  {
    mode: 'tool',
    needs: 'toolCalls, and a question that brings tools or asks for its answer as a tool call',
    holds: ({ capabilities, tools, asTool }) => capabilities.toolCalls && (tools || asTool),
  },
  {
    mode: 'json_schema',
    needs: 'jsonSchema, and an endpoint that takes every keyword of the schema',
    holds: ({ capabilities, takesSchema }) => capabilities.jsonSchema && takesSchema,
  },
  { mode: 'json_mode', needs: 'jsonMode', holds: ({ capabilities }) => capabilities.jsonMode },
];

export function formsOf(the: FormCase): readonly ModelMode[] {
  if (the.tools && !the.capabilities.toolCalls) return [];
  return formTable.filter(({ holds }) => holds(the)).map(({ mode }) => mode);
}

/** True where the first form holds a model at least as strongly as the second. */
export function isAsStrong(mode: ModelMode, as: ModelMode): boolean {
  const place = (wanted: ModelMode) => formTable.findIndex(({ mode }) => mode === wanted);
  return place(mode) <= place(as);
}
