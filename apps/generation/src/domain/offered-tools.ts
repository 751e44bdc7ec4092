import { type CapabilitySet, type ModelAdapter, type ModelMode, type Tool } from '#libs/contracts';
import { admitSchema, compileSchema, type DialectId } from '#libs/schema-compiler';

/** The name under which the answer itself is asked for: no tool may have it. */
export const answerName = 'answer';

/** A tool as a model is offered it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** True where the endpoint is to hold the arguments to `parameters`. */
  readonly strict: boolean;
}

export interface OfferedTools {
  readonly tools: readonly OfferedTool[];
  readonly parallelToolCalls: boolean;
}

const dialects: Readonly<Record<ModelAdapter, DialectId>> = {
  openai: 'openai-strict',
  'openai-responses': 'openai-strict',
  anthropic: 'anthropic',
};

/** True where a tool has the answer's name, or parameters that no answer could be held against. */
export function isUnusable({ name, parameters }: Tool): boolean {
  return name === answerName || !admitSchema(parameters).ok;
}

interface Endpoint {
  readonly adapter: ModelAdapter;
  readonly mode: ModelMode;
  readonly capabilities: CapabilitySet;
}

/** The question's tools in the words of the endpoint; empty for a question without. */
export function offeredTools(asked: readonly Tool[] | undefined, endpoint: Endpoint): Partial<OfferedTools> {
  if (asked === undefined || asked.length === 0) return {};
  const tools = asked.map((tool) => offered(tool, endpoint));
  const isStrict = tools.some(({ strict }) => strict);
  return { tools, parallelToolCalls: !isStrict || endpoint.capabilities.parallelToolCallsWithStrict };
}

/**
 * Strict where the endpoint is and the schema can be said in its dialect as it stands: arguments that had to be mapped
 * back would not be the ones that the model wrote. Validation holds all of them against the original.
 */
function offered({ name, description, parameters }: Tool, { adapter, mode }: Endpoint): OfferedTool {
  const asItIs: OfferedTool = { name, description: description ?? null, parameters, strict: false };
  if (mode !== 'strict') return asItIs;
  const admitted = admitSchema(parameters);
  if (!admitted.ok) throw new Error('a route is closed to a tool whose schema is not taken');
  const compiled = compileSchema(admitted.value, dialects[adapter]);
  if (!compiled.accepted || compiled.nullForAbsent.length > 0) return asItIs;
  return { ...asItIs, parameters: compiled.schema, strict: true };
}
