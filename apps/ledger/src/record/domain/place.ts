import { channelId, defaultNamespace, interactionId, namespaceId } from '#libs/contracts';

/** The interaction that a record belongs to. */
export interface Place {
  readonly namespace: string;
  readonly interactionId: string;
  /** null where the data names none that is well formed. */
  readonly channel: string | null;
}

/**
 * The interaction that the data names, whatever else is wrong with it: an invalid event of an interaction is found in
 * its story and goes with its erasure. The record key is a hint and is not asked.
 */
export function placeIn(data: unknown): Place | null {
  if (typeof data !== 'object' || data === null) return null;
  const named = data as Record<string, unknown>;
  const namespace = named['namespace'] ?? defaultNamespace;
  if (!fits(interactionId, named['interactionId']) || !fits(namespaceId, namespace)) return null;
  const channel = named['channel'];
  return {
    namespace,
    interactionId: named['interactionId'],
    channel: fits(channelId, channel) ? channel : null,
  };
}

function fits(schema: { pattern?: string }, value: unknown): value is string {
  return typeof value === 'string' && new RegExp(schema.pattern ?? '(?!)').test(value);
}
