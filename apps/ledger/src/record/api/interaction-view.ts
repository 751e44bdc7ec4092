import { inCausalOrder } from '../domain/story.js';
import { type Content } from '../domain/content.js';
import { type IndexedInteraction, type RecordedEvent, type SealedEvent } from '../ports/story-reader.port.js';
import { type Vault } from '../ports/vault.port.js';

/** Bytes as text where they are UTF-8, else in base64. */
export type BytesView = { readonly text: string } | { readonly base64: string } | null;

/** What was encrypted, or the code that says why it cannot be shown. */
export type ContentView =
  | {
      readonly key: BytesView;
      readonly headers: readonly { readonly name: string; readonly value: BytesView }[];
      readonly value: BytesView;
    }
  | { readonly code: string };

export function interactionView(interaction: IndexedInteraction) {
  const { state, firstSeen, lastSeen, ...rest } = interaction;
  return { ...rest, outcome: state, firstSeen: instant(firstSeen), lastSeen: instant(lastSeen) };
}

/** Metadata alone, in the order of causes. */
export function storyView(interaction: IndexedInteraction, events: readonly RecordedEvent[], truncated: boolean) {
  return { ...interactionView(interaction), truncated, story: inCausalOrder(events).map(eventView) };
}

export function contentStoryView(
  interaction: IndexedInteraction,
  events: readonly SealedEvent[],
  truncated: boolean,
  vault: Vault,
) {
  const story = inCausalOrder(events).map((event) => ({ ...eventView(event), content: contentView(event, vault) }));
  return { ...interactionView(interaction), truncated, story };
}

function eventView(event: RecordedEvent) {
  return {
    type: event.type,
    code: event.code,
    eventId: event.eventId,
    topic: event.topic,
    partition: event.partition,
    offset: event.offset,
    timestamp: instant(Number(event.timestamp)),
    recordedAt: instant(event.recordedAt),
    seq: event.seq,
    hash: `sha256:${event.hash.toString('hex')}`,
    facts: event.facts,
  };
}

function contentView(event: SealedEvent, vault: Vault): ContentView {
  const key = vault.unwrap(event.key);
  if (!key.ok) return { code: key.failure };
  const content = vault.decrypt(key.value, event, event);
  return content.ok ? shown(content.value) : { code: content.failure };
}

function shown({ key, headers, value }: Content): ContentView {
  return {
    key: bytesView(key),
    headers: headers.map(([name, bytes]) => ({ name, value: bytesView(bytes) })),
    value: bytesView(value),
  };
}

function bytesView(bytes: Buffer | null): BytesView {
  if (bytes === null) return null;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: bytes.toString('base64') };
  }
}

/** A broker's timestamp may be anything that 64 bits hold; null where it is no time. */
function instant(milliseconds: number): string | null {
  return Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : null;
}
