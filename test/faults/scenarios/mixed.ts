import { type Service, services } from '#libs/contracts';

import { faultSchedule, type MixedFault } from '../fault-schedule.js';
import { type Field } from '../run/field.js';
import { everyBroker, type Scenario } from '../scenario.js';

export const mixed: readonly Scenario[] = [
  {
    name: 'mixed',
    says: 'a seeded mix of kills, freezes, second instances, broker and database outages, some at the same time',
    brokers: everyBroker,
    pace: { bursts: 10, overMs: 20_000, kept: 1 },
    inFlight: true,
    strike: async (field) => {
      await field.underLoad();
      const schedule = faultSchedule(field.random, services, { count: 8, overMs: 18_000 });
      const began = performance.now();
      await Promise.all(
        byTarget(schedule).map(async (faults) => {
          for (const fault of faults) {
            await field.pause(Math.max(0, fault.at - (performance.now() - began)));
            field.strikes();
            await strike(field, fault);
            field.faultEnds();
          }
        }),
      );
    },
  },
];

/** A target that takes long to come back is struck again later than drawn, never while it is down. */
function byTarget(schedule: readonly MixedFault[]): MixedFault[][] {
  const targets = new Map<string, MixedFault[]>();
  for (const fault of schedule) {
    const target = fault.target ?? fault.kind;
    targets.set(target, [...(targets.get(target) ?? []), fault]);
  }
  return [...targets.values()];
}

async function strike(field: Field, { kind, target, forMs }: MixedFault): Promise<void> {
  const { house } = field;
  const service = target as Service;
  switch (kind) {
    case 'kill':
      return field.kill(service);
    case 'freeze':
      return field.freeze(service, forMs);
    case 'second-instance': {
      const second = await house.addInstance(service).catch(() => undefined);
      await field.pause(forMs);
      return second?.stop();
    }
    case 'broker': {
      const node = field.random.between(1, house.cluster.brokers.length);
      await house.cluster.kill(node);
      await field.pause(forMs);
      return house.cluster.start(node);
    }
    case 'database':
      await house.database.crash();
      await field.pause(forMs);
      return house.database.start();
  }
}
