import { type Principal, readQuestion } from '#libs/contracts';

import { type SealedEvent } from '../ports/story-reader.port.js';
import { type Vault } from '../ports/vault.port.js';

/**
 * Whether the questions of an interaction, all of them, were asked by this principal. Their askers stand under the
 * encryption alone, so after an erasure nobody asked. Nobody is the anonymous principal.
 */
export function askedBy({ kind, id }: Principal, questions: readonly SealedEvent[], vault: Vault): boolean {
  if (kind === 'anonymous' || questions.length === 0) return false;
  return questions.every((question) => {
    const asker = askerOf(question, vault);
    return asker?.kind === kind && asker.id === id;
  });
}

function askerOf(question: SealedEvent, vault: Vault): Principal | undefined {
  const key = vault.unwrap(question.key);
  const content = key.ok ? vault.decrypt(key.value, question, question) : key;
  if (!content.ok) return undefined;
  const read = readQuestion({ ...question, ...content.value }, question.cluster);
  return read.ok ? read.value.data.principal : undefined;
}
