import {
  type ActionProposal,
  codeFamilies,
  type DeferredNotice,
  type FailedNotice,
  type OutcomeCode,
  type ProposedActions,
  type PublishedAnswer,
  type PublishedRetraction,
  publicSentence,
} from '#libs/contracts';

import { type ClientView } from '../../domain/client-stream.js';
import { statusOfOutcome } from './outcome-status.js';

/** What a chat client is told of a question. `imprimatur` is the data of the last client event exactly as published. */
export type ChatOutcome =
  /** Acts that a model proposes; nothing was executed, and this is no authority. */
  | { readonly kind: 'proposal'; readonly proposals: readonly ActionProposal[]; readonly imprimatur: PublishedAnswer }
  | { readonly kind: 'answer'; readonly text: string; readonly imprimatur: PublishedAnswer }
  /** Judged and not published, or taken back: no text, and the fixed sentence of its code. */
  | { readonly kind: 'withheld'; readonly sentence: string; readonly imprimatur: FailedNotice | PublishedRetraction }
  | ({ readonly kind: 'failed' } & ChatFailure);

export interface ChatFailure {
  readonly status: number;
  readonly code: OutcomeCode;
  readonly imprimatur: FailedNotice | DeferredNotice;
}

/** undefined while there is no outcome. */
export function chatOutcome(view: ClientView): ChatOutcome | undefined {
  switch (view.kind) {
    case 'waiting':
    case 'deferred':
      return undefined;
    case 'completed':
      return published(view.text, JSON.parse(view.data) as PublishedAnswer);
    case 'retracted':
      return withheld(JSON.parse(view.data) as PublishedRetraction);
    case 'failed':
      return failed(JSON.parse(view.data) as FailedNotice);
  }
}

function published(text: string, imprimatur: PublishedAnswer): ChatOutcome {
  if (imprimatur.kind === 'answer') return { kind: 'answer', text, imprimatur };
  return { kind: 'proposal', proposals: (JSON.parse(text) as ProposedActions).proposals, imprimatur };
}

/** What validation did not let through is an answer withheld; without an answer there was nothing to withhold. */
function failed(notice: FailedNotice): ChatOutcome {
  const code = notice.code as OutcomeCode;
  return Object.hasOwn(codeFamilies.validation, code) ? withheld(notice) : { kind: 'failed', ...failureOf(notice) };
}

const withheld = (imprimatur: FailedNotice | PublishedRetraction): ChatOutcome => ({
  kind: 'withheld',
  sentence: publicSentence(imprimatur.code as OutcomeCode),
  imprimatur,
});

/** A notice as a failure of the request. */
export function failureOf(notice: FailedNotice | DeferredNotice): ChatFailure {
  const code = notice.code as OutcomeCode;
  return { status: statusOfOutcome(code), code, imprimatur: notice };
}
