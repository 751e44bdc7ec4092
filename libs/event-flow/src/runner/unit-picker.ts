import { type Delivery, type Drain } from './drain.js';
import { type Handling } from './handling.port.js';

/** Chooses what is taken together next, turn by turn over the partitions that flow. */
export class UnitPicker {
  private turn = 0;

  constructor(private readonly handling: Pick<Handling, 'batch' | 'runs'>) {}

  /** Starts the records in their lanes; empty when none is ready now. */
  pick(drains: ReadonlySet<Drain>, now: number): Delivery[] {
    const open = this.inTurn([...drains].filter((drain) => !drain.isClosing));
    if (this.handling.runs) return this.fill(open, (drain, most) => takeRun(drain, most, now));
    const alone = firstFilled(
      open.filter(({ hasAlone }) => hasAlone),
      (drain) => take(drain, 1, (one) => one.alone && one.notBefore <= now),
    );
    if (alone.length > 0) return alone;
    return this.fill(open, (drain, most) => take(drain, most, (one) => !one.alone && one.notBefore <= now));
  }

  private fill(drains: readonly Drain[], from: (drain: Drain, most: number) => Delivery[]): Delivery[] {
    const unit: Delivery[] = [];
    for (const drain of drains) unit.push(...from(drain, this.handling.batch - unit.length));
    return unit;
  }

  private inTurn(drains: Drain[]): Drain[] {
    this.turn = drains.length === 0 ? 0 : (this.turn + 1) % drains.length;
    return [...drains.slice(this.turn), ...drains.slice(0, this.turn)];
  }
}

function take(drain: Drain, most: number, ready: (delivery: Delivery) => boolean): Delivery[] {
  const mayStart = (index: number) => {
    const delivery = drain.deliveries[index];
    return delivery !== undefined && ready(delivery);
  };
  return most <= 0 ? [] : deliveriesAt(drain, drain.lanes.take(most, mayStart));
}

function takeRun(drain: Drain, most: number, now: number): Delivery[] {
  const ready = (index: number) => (drain.deliveries[index]?.notBefore ?? 0) <= now;
  return deliveriesAt(drain, drain.lanes.takeRun(most, ready));
}

function deliveriesAt(drain: Drain, indexes: readonly number[]): Delivery[] {
  return indexes.flatMap((index) => drain.deliveries[index] ?? []);
}

function firstFilled(drains: readonly Drain[], from: (drain: Drain) => Delivery[]): Delivery[] {
  for (const drain of drains) {
    const found = from(drain);
    if (found.length > 0) return found;
  }
  return [];
}
