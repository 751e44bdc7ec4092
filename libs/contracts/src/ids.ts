import { uuidV5 } from '#libs/kernel';

/** The UUID namespace of every id that this product derives (itself version 5 of `urn:imprimatur:events` under the URL namespace). */
export const eventIdNamespace = uuidV5('6ba7b811-9dad-11d1-80b4-00c04fd430c8', 'urn:imprimatur:events');

/**
 * The id of an event that follows from another: the same input gives the same id, so a redelivery repeats it.
 * `input` is what makes the cause unique: `inputOf(envelope)` for an event, `<namespace>/<interactionId>` for a job.
 */
export function eventId(input: string, type: string, ordinal: number): string {
  return uuidV5(eventIdNamespace, `${input}\n${type}\n${ordinal}`);
}

/** CloudEvents names an event by source and id together. */
export function inputOf(envelope: { readonly source: string; readonly id: string }): string {
  return `${envelope.source}\n${envelope.id}`;
}

/** The id of the one outcome of a question, whoever computes it. */
export function terminalId(namespace: string, interactionId: string): string {
  return uuidV5(eventIdNamespace, `${namespace}\n${interactionId}\nterminal`);
}

/** The id under which a closed question is asked anew, once, whichever of its dead letters is replayed. */
export function replayId(namespace: string, interactionId: string): string {
  return uuidV5(eventIdNamespace, `${namespace}\n${interactionId}\nreplay`);
}

/** The record key: a hint for placement and order, never a fact. */
export function interactionKey(data: { readonly namespace: string; readonly interactionId: string }): string {
  return `${data.namespace}/${data.interactionId}`;
}
