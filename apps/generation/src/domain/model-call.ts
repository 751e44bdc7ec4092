import { answerContract, type CapabilitySet, type ModelMode, type ModelProfile } from '#libs/contracts';

import { maySee } from './answer-source.js';
import { type Job } from './job.js';
import { answerName, type OfferedTools, offeredTools } from './offered-tools.js';
import { type Plan } from './plan.js';
import { promptMessages, type PromptMessage } from './prompt.js';

/** A call as it is to be made, in the words of the model client's request. */
export interface ModelCall extends Partial<OfferedTools> {
  readonly model: string;
  readonly messages: readonly PromptMessage[];
  readonly mode: ModelMode;
  /** The answer contract, under the name that providers ask for. */
  readonly schema: { readonly name: string; readonly schema: typeof answerContract };
  readonly limits: { totalMs: number; idleMs: number; outputBytes: number; outputTokens: number };
  readonly marker: string;
}

/** Which way the call goes, and with what. */
export interface CallGround {
  readonly endpoint: ModelProfile;
  readonly mode: ModelMode;
  readonly plan: Plan;
  /** The rung that is called, first. */
  readonly rungs: readonly [{ readonly capabilities: CapabilitySet }, ...unknown[]];
}

/** The asker's limits hold where they are lower than the profile's, and the question's time above all. */
export function modelCall(
  job: Job,
  { endpoint, mode, plan, rungs: [{ capabilities }] }: CallGround,
  number: number,
  remainingMs: number,
): ModelCall {
  const { question, errors } = job.content;
  if (!maySee(endpoint, question)) throw new Error('what the question brings may not be disclosed to this profile');
  const asked = question.limits ?? {};
  const { callMs, idleMs, outputBytes, outputTokens } = endpoint.limits;
  return {
    model: endpoint.model,
    messages: promptMessages(question, plan, errors),
    mode,
    schema: { name: answerName, schema: answerContract },
    ...offeredTools(question.tools, { adapter: endpoint.adapter, mode, capabilities }),
    limits: {
      totalMs: Math.min(callMs, remainingMs),
      idleMs,
      outputBytes: Math.min(outputBytes, asked.outputBytes ?? outputBytes),
      outputTokens: Math.min(outputTokens, asked.outputTokens ?? outputTokens),
    },
    marker: `${job.namespace}/${job.interactionId}/${job.ordinal}/${number}`,
  };
}

/** UTF-8 bytes of what the call hands to the model: its messages, the schema and the tools. */
export const inputBytes = ({ messages, schema, tools = [] }: ModelCall): number =>
  Buffer.byteLength(JSON.stringify([messages, schema.schema, tools]));
