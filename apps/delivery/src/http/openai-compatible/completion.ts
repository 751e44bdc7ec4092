import { type ActionProposal } from '#libs/contracts';

import { deltasOf } from '../../domain/deltas.js';
import { type ChatOutcome } from './chat-outcome.js';

/** What every object of one completion repeats. */
export interface CompletionHead {
  /** `chatcmpl-<interactionId>` */
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
  /** As the request named it. */
  readonly model: string;
}

/** An outcome that is a completion; a failure is an error object. */
export type Completed = Exclude<ChatOutcome, { kind: 'failed' }>;

/** The object of a response that is not streamed. What was used is not known here, so there is no `usage`. */
export function completion(head: CompletionHead, outcome: Completed) {
  const choice = { index: 0, message: messageOf(outcome), logprobs: null, finish_reason: finishReason(outcome) };
  return { ...head, object: 'chat.completion' as const, choices: [choice], imprimatur: outcome.imprimatur };
}

/**
 * The chunks of a streamed response, all of them made from an outcome and none before: deltas as the event stream cuts
 * them, then the finish with the seal. `withUsage`: a last chunk without choices, its usage null, as it is not known.
 */
export function completionChunks(head: CompletionHead, outcome: Completed, withUsage: boolean) {
  const usage = withUsage ? { usage: null } : {};
  const chunk = (choices: readonly object[], further = {}) => ({
    ...head,
    object: 'chat.completion.chunk' as const,
    choices,
    ...usage,
    ...further,
  });
  const choice = (delta: object, finish: string | null = null) => [
    { index: 0, delta, logprobs: null, finish_reason: finish },
  ];
  return [
    ...deltasIn(outcome).map((delta) => chunk(choice(delta))),
    chunk(choice({}, finishReason(outcome)), { imprimatur: outcome.imprimatur }),
    ...(withUsage ? [chunk([])] : []),
  ];
}

function messageOf(outcome: Completed) {
  const role = 'assistant' as const;
  switch (outcome.kind) {
    case 'answer':
      return { role, content: outcome.text, refusal: null };
    case 'withheld':
      return { role, content: null, refusal: outcome.sentence };
    case 'proposal':
      return { role, content: null, refusal: null, tool_calls: outcome.proposals.map(toolCall) };
  }
}

function deltasIn(outcome: Completed): object[] {
  const role = 'assistant';
  switch (outcome.kind) {
    case 'answer':
      return [{ role, content: '' }, ...deltasOf(outcome.text).map((content) => ({ content }))];
    case 'withheld':
      return [{ role, refusal: outcome.sentence }];
    case 'proposal':
      return outcome.proposals.map((proposal, index) => ({
        role,
        tool_calls: [{ index, ...toolCall(proposal) }],
      }));
  }
}

/** The id is the key under which the act is executed once, whoever executes it. */
const toolCall = ({ idempotencyKey, name, arguments: given }: ActionProposal) => ({
  id: idempotencyKey,
  type: 'function' as const,
  function: { name, arguments: given },
});

function finishReason({ kind }: Completed): 'stop' | 'content_filter' | 'tool_calls' {
  if (kind === 'withheld') return 'content_filter';
  return kind === 'proposal' ? 'tool_calls' : 'stop';
}
