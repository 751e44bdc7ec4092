import { randomUUID } from 'node:crypto';

import { type ApiToken, eventIdNamespace } from '#libs/contracts';
import { uuidV5 } from '#libs/kernel';

/**
 * The interaction of a chat request. With an idempotency key it follows from the key and the token's principal, so that
 * the request may be repeated and is asked once; without one it is new each time.
 */
export function chatInteractionId({ namespace, principal }: ApiToken, idempotencyKey: string | undefined): string {
  if (idempotencyKey === undefined) return randomUUID();
  return uuidV5(eventIdNamespace, JSON.stringify(['chat', namespace, principal.kind, principal.id, idempotencyKey]));
}
