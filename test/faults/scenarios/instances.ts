import { services } from '#libs/contracts';

import { everyBroker, type Scenario, slowly } from '../scenario.js';

const rounds = 2;

export const instances: readonly Scenario[] = [
  {
    name: 'rebalance',
    says: `a second instance of every service comes and goes ${rounds} times`,
    brokers: everyBroker,
    pace: { ...slowly, kept: 2 * rounds + 1 },
    inFlight: true,
    strike: async (field) => {
      for (let round = 0; round < rounds; round++) {
        await field.underLoad();
        const second = await Promise.all(services.map((service) => field.house.addInstance(service)));
        await field.underLoad();
        await Promise.all(second.map((process) => process.stop()));
      }
      field.faultEnds();
    },
  },
  {
    name: 'terminate-everything',
    says: 'SIGTERM of every service in mid-flight, then broker and database go down, then all starts again',
    brokers: everyBroker,
    pace: { bursts: 3, overMs: 4_000, kept: 1 },
    inFlight: true,
    strike: async (field) => {
      const { cluster, database, stack } = field.house;
      await field.underLoad();
      const running = services.map((service) => stack.process(service));
      for (const process of running) process.signal('SIGTERM');
      const codes = await Promise.all(running.map(({ exited }) => exited));
      const nodes = cluster.brokers.map((_, index) => index + 1);
      await Promise.all([...nodes.map((node) => cluster.kill(node)), database.stop()]);
      await Promise.all([...nodes.map((node) => cluster.start(node)), database.start()]);
      field.faultEnds();
      await Promise.all(services.map((service) => field.restart(service)));
      field.expect(
        codes.every((code) => code === 0),
        `services ended with ${codes.join(', ')} on SIGTERM`,
      );
    },
  },
];
