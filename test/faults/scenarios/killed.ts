import { type Service, services } from '#libs/contracts';

import { briskly, everyBroker, type Scenario, slowly } from '../scenario.js';

/** SIGKILL in mid-flight; a new process takes over. */
const killed = (service: Service): Scenario => ({
  name: `kill-${service}`,
  says: `SIGKILL of ${service}, which is started again at once`,
  brokers: everyBroker,
  pace: briskly,
  inFlight: true,
  strike: async (field) => {
    await field.underLoad();
    await field.kill(service);
  },
});

/** Longer than the session timeout of the consumers and the lease of a job, 15 s each. */
const frozenMs = 22_000;

/** SIGSTOP beyond every timeout while a second instance takes over; then the first one is back and knows of nothing. */
const frozen = (service: Service): Scenario => ({
  name: `freeze-${service}`,
  says: `SIGSTOP of ${service} for ${frozenMs / 1000} s beside a second instance, then SIGCONT`,
  brokers: everyBroker,
  pace: slowly,
  inFlight: true,
  strike: async (field) => {
    const second = await field.house.addInstance(service);
    await field.underLoad();
    await field.freeze(service, frozenMs);
    await second.stop();
  },
});

export const killedAndFrozen: readonly Scenario[] = [...services.map(killed), ...services.map(frozen)];
