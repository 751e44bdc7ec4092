import { briskly, everyBroker, type Scenario } from '../scenario.js';

const databaseAwayMs = 20_000;

export const outages: readonly Scenario[] = [
  {
    name: 'kill-broker',
    says: 'the one broker is killed and started again after 3 s',
    brokers: ['embedded'],
    pace: briskly,
    inFlight: true,
    strike: async (field) => {
      const { cluster } = field.house;
      await field.underLoad();
      await cluster.kill(1);
      await field.pause(3_000);
      await cluster.start(1);
      field.faultEnds();
    },
  },
  {
    name: 'kill-one-of-three-brokers',
    says: 'one of three brokers is killed, and started again after 10 s',
    brokers: ['apache'],
    pace: { bursts: 8, overMs: 12_000, kept: 1 },
    inFlight: true,
    strike: async (field) => {
      const { cluster } = field.house;
      const node = field.random.between(1, cluster.brokers.length);
      await field.underLoad();
      await cluster.kill(node);
      await field.pause(10_000);
      await cluster.start(node);
      field.faultEnds();
    },
  },
  {
    name: 'stop-database',
    says: `the database crashes and is away for ${databaseAwayMs / 1000} s`,
    brokers: everyBroker,
    pace: { bursts: 6, overMs: 15_000, kept: 1 },
    inFlight: true,
    strike: async (field) => {
      const { database } = field.house;
      await field.underLoad();
      await database.crash();
      await field.pause(databaseAwayMs);
      await database.start();
      field.faultEnds();
    },
  },
];
