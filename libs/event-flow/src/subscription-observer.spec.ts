import { Conditions } from './conditions.js';
import { OutageError } from './failures/failures.js';
import { type Delivery } from './runner/drain.js';
import { type Step } from './runner/next-step.js';
import { SubscriptionObserver } from './subscription-observer.js';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const pause: Step = { kind: 'pause', ms: 1 };
const away = new OutageError('kafka.away');

function observed() {
  const conditions = new Conditions();
  const observer = new SubscriptionObserver('t', { conditions, metrics: null, log });
  return { observer, reasons: () => conditions.readiness().reasons };
}

const delivery = (isClosing = false) =>
  ({ drain: { isClosing }, waits: 9, record: { topic: 't', partition: 0, offset: '1' } }) as unknown as Delivery;

describe('what a subscription says of readiness', () => {
  it('given records that hold it, when the partitions move away, then nothing of them is left', () => {
    const { observer, reasons } = observed();
    observer.stepped(delivery(), pause, away);
    observer.stepped(delivery(), { kind: 'wait', ms: 1, because: 'retry' }, undefined);
    observer.buryBlocked(delivery(), away);
    expect(reasons()).toEqual(['dead_letter.blocked', 'kafka.away', 'lane.waiting']);
    observer.consumer('rebalancing');
    observer.consumer('consuming');
    expect(reasons()).toEqual([]);
  });

  it('given a record that fails after its batch was given back, then it holds nothing', () => {
    const { observer, reasons } = observed();
    observer.stepped(delivery(true), pause, away);
    observer.stepped(delivery(true), { kind: 'wait', ms: 1, because: 'retry' }, undefined);
    observer.buryBlocked(delivery(true), away);
    expect(reasons()).toEqual([]);
  });

  it('given a run that may not be passed over and fails by a bug, then no outage is claimed', () => {
    const { observer, reasons } = observed();
    observer.stepped(delivery(), pause, new TypeError('x'));
    expect(reasons()).toEqual(['lane.waiting']);
  });

  it('given the broker answers and the group waits for a member that is gone, then it says that, and not that the broker is away', () => {
    const { observer, reasons } = observed();
    observer.consumer('connecting');
    expect(reasons()).toEqual(['kafka.away']);
    observer.consumer('joining');
    expect(reasons()).toEqual(['group.joining']);
    observer.consumer('consuming');
    expect(reasons()).toEqual([]);
  });
});

describe('what a subscription says in the log', () => {
  it('given a refusal that carries more than its code, then the line has code, pointer and place alone', () => {
    const lines: unknown[] = [];
    const heard = { ...log, warn: (fields: unknown) => void lines.push(fields) };
    const observer = new SubscriptionObserver('t', { conditions: new Conditions(), metrics: null, log: heard });
    const asker = { envelope: { id: 'free text of somebody outside' } };
    observer.buried(delivery(), Object.assign({ code: 'question.invalid' as const, pointer: '/question' }, { asker }));
    expect(lines).toEqual([{ topic: 't', partition: 0, offset: '1', code: 'question.invalid', pointer: '/question' }]);
  });
});
