import { DeadLetterOffice } from './dead-letters/dead-letter-office.js';
import { OutboxTransactions } from './outbox/outbox-transactions.js';
import { RelayGate } from './outbox/relay-gate.js';
import { RelaySession } from './outbox/relay-session.js';
import { GroupedPublisher } from './publishing/grouped-publisher.js';
import { Drain } from './runner/drain.js';

/** Every gap between two steps that outlive the process: after the first has happened, before the second has. */
export const faultPoints = {
  'in the slice, the transaction open': null,
  'committed to the database, the offset not': [OutboxTransactions.prototype, 'run', 'after'],
  'offset committed': [Drain.prototype, 'commit', 'after'],
  'outbox read, nothing sent': [RelayGate.prototype, 'release', 'after'],
  'outbox sent, not marked': [RelaySession.prototype, 'markSent', 'before'],
  'outbox marked': [RelaySession.prototype, 'markSent', 'after'],
  'produced directly, the offset not committed': [GroupedPublisher.prototype, 'send', 'after'],
  'dead letter written, the offset not committed': [DeadLetterOffice.prototype, 'post', 'after'],
} as const;
export type FaultPoint = keyof typeof faultPoints;

/** Makes this process end by SIGKILL when it comes to the point for the `hit`th time. */
export function arm(point: FaultPoint, hit: number): () => void {
  let left = hit;
  const strike = () => {
    left -= 1;
    if (left <= 0) process.kill(process.pid, 'SIGKILL');
  };
  const place = faultPoints[point];
  if (place === null) return strike;
  const [owner, name, when] = place as unknown as [Record<string, (...args: unknown[]) => unknown>, string, string];
  const original = owner[name];
  owner[name] = async function (this: unknown, ...args: unknown[]) {
    if (when === 'before') strike();
    const result = await original?.apply(this, args);
    if (when === 'after') strike();
    return result;
  };
  return () => undefined;
}
