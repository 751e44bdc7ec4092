import { type Choice, type Code, type Tool } from '#libs/contracts';
import { canonicalJson, fail, ok, type Result } from '#libs/kernel';
import { admitSchema, validatorFor } from '#libs/schema-compiler';

import { readJson } from './json/read-json.js';

/** A call whose tool was offered and whose arguments fit its schema. */
export interface ProposedCall {
  readonly tool: Tool;
  /** The RFC 8785 form of the arguments. */
  readonly arguments: string;
}

/** What is wrong with a call: `/toolCalls/<index>`, or the response as a whole. */
export interface CallFault {
  readonly code: Extract<Code, 'envelope.unknown_tool' | 'envelope.tool_arguments' | 'envelope.missing_tool_call'>;
  readonly pointer: string | null;
}

export const maxCalls = 32;

type Offered = readonly Tool[] | undefined;

/**
 * The calls of a choice that ended as a tool call, each against the tools that were offered. One act told twice is one
 * call. A call is a proposal or nothing: arguments are never mended. Text beside the calls is not read, and goes nowhere.
 * @throws where a schema that was taken when the question came can be held no longer, or nobody knows whether it holds
 */
export function readToolCalls({ toolCalls }: Choice, offered: Offered): Result<ProposedCall[], CallFault[]> {
  if (toolCalls.length === 0) return fail([{ code: 'envelope.missing_tool_call', pointer: null }]);
  if (toolCalls.length > maxCalls)
    return fail([{ code: 'envelope.tool_arguments', pointer: `/toolCalls/${maxCalls}` }]);
  const read = toolCalls.map((call, index) => readCall(call, `/toolCalls/${index}`, offered));
  const faults = read.flatMap((call) => (call.ok ? [] : [call.failure]));
  if (faults.length > 0) return fail(faults);
  const calls = read.flatMap((call) => (call.ok ? [call.value] : []));
  return ok([...new Map(calls.map((call) => [`${call.tool.name} ${call.arguments}`, call])).values()]);
}

function readCall(
  { name, arguments: written }: Choice['toolCalls'][number],
  pointer: string,
  offered: Offered,
): Result<ProposedCall, CallFault> {
  const tool = offered?.find((each) => each.name === name);
  if (tool === undefined) return fail({ code: 'envelope.unknown_tool', pointer });
  const json = readJson(written);
  if (!json.ok || !fits(json.value, tool)) {
    return fail({ code: 'envelope.tool_arguments', pointer: `${pointer}/arguments` });
  }
  return ok({ tool, arguments: canonicalJson(json.value) });
}

function fits(given: unknown, { parameters }: Tool): boolean {
  const admitted = admitSchema(parameters);
  if (!admitted.ok) throw new Error('the schema of a tool was not admitted');
  const { outcome } = validatorFor(admitted.value)(given);
  if (outcome === 'undecided') throw new Error('nobody knows whether the arguments fit');
  return outcome === 'valid';
}
