import { providerFaults } from '../provider-script.js';
import { questionBody } from '../question-plan.js';
import { everyBroker, type Scenario, slowly } from '../scenario.js';

export const provider: readonly Scenario[] = [
  {
    name: 'provider-faults',
    says: 'the provider refuses, hangs, cuts, garbles and errs in every way that it knows',
    brokers: everyBroker,
    pace: { ...slowly, overMs: 5_000 },
    inFlight: false,
    questions: (prefix, count, random) =>
      Array.from({ length: count }, (_, index) => {
        const { text, ends } = providerFaults[index % providerFaults.length]!;
        const interactionId = `${prefix}-${index}`;
        const body = questionBody(interactionId, 'desk', `fault: ${text}`, random.canary());
        // So many faults at once may look like a provider that is away: its circuit opens, and time may run out meanwhile.
        return { interactionId, by: 'kafka', body, ends: [...ends, 'provider.circuit_open'] } as const;
      }),
    strike: async () => undefined,
  },
];
