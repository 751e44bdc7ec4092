import { createEventFlow } from '#libs/event-flow';
import { sealAnswer } from '#libs/seal';
import { PeriodicWorker, type ServiceDefinition } from '#libs/service-host';

import { decisionCounter, signingKeyGauge } from './metrics.js';
import { configurationWait } from './on-answer-drafted/configuration-wait.js';
import { ValidationSettings } from './settings.js';
import { openSigningKeyFile } from './signing-key.js';
import { subscriptions } from './subscriptions.js';

/** Validation faces no client: it has the health and replay routes of every service and no other. */
class ValidationModule {}

/** The one service that approves, and the only one that holds the signing key. */
export const validation: ServiceDefinition<ValidationSettings> = {
  service: 'validation',
  settings: ValidationSettings,
  compose: async (settings, { configuration, kafka, log, metrics, tracing, onFatal }) => {
    const key = await openSigningKeyFile(settings.SIGNING_KEY_FILE);
    signingKeyGauge(metrics, () => key.current().kid);
    const flow = createEventFlow({
      service: 'validation',
      kafka,
      subscriptions: subscriptions({
        configuration: () => configuration.current(),
        wait: configurationWait(() => performance.now()),
        seal: (answer, issuedAt) => sealAnswer(answer, issuedAt, key.current()),
        decided: decisionCounter(metrics),
      }),
      dataSource: null,
      log,
      metrics,
      tracing,
      onFatal,
    });
    const watch = new PeriodicWorker({ name: 'keys', everyMs: 1_000, round: () => key.refresh(), log });
    return { module: { module: ValidationModule }, flow, workers: [watch], release: [] };
  },
};
