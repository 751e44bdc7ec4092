import { answerContract, type ModelMode, type ModelProfile, type Principal } from '#libs/contracts';

import { preparedFor } from './draft.js';
import { type Job } from './job.js';
import { promptMessages, type PromptMessage } from './prompt.js';

/** A call as it is to be made, in the words of the model client's request. */
export interface ModelCall {
  readonly model: string;
  readonly messages: readonly PromptMessage[];
  readonly mode: ModelMode;
  /** The answer contract, under the name that providers ask for. */
  readonly schema: { readonly name: string; readonly schema: typeof answerContract };
  readonly limits: { totalMs: number; idleMs: number; outputBytes: number; outputTokens: number };
  readonly marker: string;
}

/** What of a route a call is made from. */
interface ModelRoute {
  readonly endpoint: ModelProfile;
  readonly mode: ModelMode;
  readonly reader: Principal | null;
}

/** The asker's limits hold where they are lower than the profile's, and the question's time above all. */
export function modelCall(
  job: Job,
  { endpoint, mode, reader }: ModelRoute,
  number: number,
  remainingMs: number,
): ModelCall {
  const { question, errors } = job.content;
  const asked = question.limits ?? {};
  const { callMs, idleMs, outputBytes, outputTokens } = endpoint.limits;
  return {
    model: endpoint.model,
    messages: promptMessages(question, preparedFor(job, reader).window, errors),
    mode,
    schema: { name: 'answer', schema: answerContract },
    limits: {
      totalMs: Math.min(callMs, remainingMs),
      idleMs,
      outputBytes: Math.min(outputBytes, asked.outputBytes ?? outputBytes),
      outputTokens: Math.min(outputTokens, asked.outputTokens ?? outputTokens),
    },
    marker: `${job.namespace}/${job.interactionId}/${job.ordinal}/${number}`,
  };
}
