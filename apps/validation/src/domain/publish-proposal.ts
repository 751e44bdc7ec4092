import {
  type ActionProposal,
  type ConfigurationSnapshot,
  type Draft,
  eventIdNamespace,
  policyFor,
  type ProposedActions,
} from '#libs/contracts';
import { canonicalJson, uuidV5 } from '#libs/kernel';

import { proposalNotice } from './notice.js';
import { type Published, publishedObject, type UnsealedAnswer } from './publish.js';
import { type ProposedCall } from './tool-calls.js';

/** The acts that a model proposed, with what whoever decides on them needs. */
export function proposalsOf(
  calls: readonly ProposedCall[],
  draft: Draft,
  configuration: ConfigurationSnapshot,
): ActionProposal[] {
  const policy = policyFor(configuration, draft).id;
  return calls.map(({ tool: { name, permission = null, confirmation = 'required' }, arguments: given }) => ({
    name,
    arguments: given,
    permission,
    policy,
    idempotencyKey: keyOf(draft, name, given),
    confirmation,
  }));
}

/** The same act of the same interaction has the same key, also after a repair or a redelivery. */
function keyOf({ namespace, interactionId }: Draft, name: string, given: string): string {
  return uuidV5(eventIdNamespace, JSON.stringify(['action', namespace, interactionId, name, given]));
}

/** The object that clients get of proposals: its text is their canonical JSON, which nothing reads as prose. */
export function publishProposal(published: Published, proposals: ActionProposal[]): UnsealedAnswer {
  const text = canonicalJson({ proposals } satisfies ProposedActions);
  return publishedObject(published, {
    ...{ kind: 'action_proposed', text, entityCitations: [], documentationCitations: [], limitations: [] },
    ...{ answerSource: published.draft.answerSource, notice: proposalNotice, citations: [] },
    parts: [{ kind: 'model', text, references: [] }],
  });
}
