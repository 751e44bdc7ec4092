import { type CapabilityName, closed, oneOf, strictCheck } from '#libs/contracts';
import { type ModelRequest, type ModelResult, type ModelTool } from '#libs/model-client';
import { Type } from '@sinclair/typebox';

type Response = Extract<ModelResult, { kind: 'response' }>;

/** One request of the conformance set, and what its response shows. */
export interface ConformanceTest {
  readonly name: string;
  /** The capability that it is a test of; null where it only looks. */
  readonly capability: CapabilityName | null;
  readonly asks: Pick<ModelRequest, 'mode' | 'tools' | 'parallelToolCalls'> & {
    readonly prompt: string;
    readonly outputTokens?: number;
  };
  /** The schema that is asked for; left out: `probeSchema`. */
  readonly schema?: ModelRequest['schema']['schema'];
  readonly passes: (response: Response) => boolean;
}

/** The form that the tests ask for. */
export const probeSchema = closed({ colour: oneOf('red', 'green', 'blue'), sides: Type.Integer() });
const keepsSchema = strictCheck(probeSchema);
const lookupSchema = closed({ order: oneOf('A7', 'B9') });
const keepsLookup = strictCheck(lookupSchema);

const lookup: ModelTool = {
  name: 'lookup',
  description: 'Looks up an order by its id.',
  parameters: lookupSchema,
  strict: true,
};

const both = 'as one JSON object with the members "colour" (red, green or blue) and "sides" (a whole number).';
const facts = `Give the colour of grass and the number of sides of a triangle, ${both}`;

/**
 * Whether a model is held to a schema shows only where it would rather not be: the strict test asks for prose. Tools are
 * asked for as the ladder asks for them, beside the answer and as the answer.
 */
export const conformanceSet: readonly ConformanceTest[] = [
  {
    name: 'json_mode',
    capability: 'jsonMode',
    asks: { mode: 'json_mode', prompt: facts },
    passes: (response) => typeof jsonOf(response) === 'object',
  },
  {
    name: 'json_schema',
    capability: 'jsonSchema',
    asks: { mode: 'json_schema', prompt: facts },
    passes: isOnSchema,
  },
  {
    name: 'strict',
    capability: 'strictSchema',
    asks: { mode: 'strict', prompt: 'Write one plain sentence about grass and triangles. Do not write JSON.' },
    passes: isOnSchema,
  },
  {
    name: 'answer_as_tool_call',
    capability: 'toolCalls',
    asks: { mode: 'tool', prompt: `${facts} Call the tool with it.` },
    passes: isOnSchema,
  },
  {
    name: 'tool_call',
    capability: 'toolCalls',
    asks: { mode: 'tool', tools: [lookup], prompt: 'Call the tool lookup for the order A7.' },
    passes: (response) => callsOf(response) === 1,
  },
  {
    name: 'parallel_tool_calls_with_strict',
    capability: 'parallelToolCallsWithStrict',
    asks: {
      mode: 'strict',
      tools: [lookup],
      parallelToolCalls: true,
      prompt: 'Call the tool lookup for the orders A7 and B9, both at once.',
    },
    passes: (response) => callsOf(response) > 1,
  },
  {
    name: 'truncation_is_told',
    capability: null,
    asks: { mode: 'json_mode', prompt: 'Count from one to five hundred in words, as JSON.', outputTokens: 16 },
    passes: ({ choices }) => choices.some(({ finish }) => finish === 'truncated'),
  },
  {
    name: 'refusal_is_told',
    capability: null,
    asks: { mode: 'json_mode', prompt: 'Refuse to answer this, by your own means of refusing. JSON.' },
    passes: ({ choices }) => choices.some(({ finish }) => finish === 'refused'),
  },
];

function isOnSchema(response: Response): boolean {
  const value = jsonOf(response);
  return value !== undefined && keepsSchema(value) === undefined;
}

/** The one complete choice as JSON; undefined where it is none. Strictly read: nothing is cut out of a code fence. */
export function jsonOf({ choices }: Response): unknown {
  const [choice, ...others] = choices;
  if (choice === undefined || others.length > 0 || choice.finish !== 'complete') return undefined;
  return parsed(choice.content ?? '') ?? undefined;
}

/** The calls of `lookup`; 0 where one of them has another name or arguments off its schema, or the finish is another. */
function callsOf({ choices }: Response): number {
  const [choice] = choices;
  if (choice?.finish !== 'tool') return 0;
  const right = choice.toolCalls.filter(
    (call) => call.name === lookup.name && keepsLookup(parsed(call.arguments)) === undefined,
  );
  return right.length === choice.toolCalls.length ? right.length : 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
