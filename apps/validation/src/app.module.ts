import { createEventFlow } from '#libs/event-flow';
import { sealAnswer } from '#libs/seal';
import { type ServiceDefinition } from '#libs/service-host';

import { decisionCounter } from './metrics.js';
import { configurationWait } from './on-answer-drafted/configuration-wait.js';
import { ValidationSettings } from './settings.js';
import { loadSigningKey } from './signing-key.js';
import { subscriptions } from './subscriptions.js';

/** Validation faces nobody: it has the health routes of every service and no other. */
class ValidationModule {}

/** The one service that approves, and the only one that holds the signing key. */
export const validation: ServiceDefinition<ValidationSettings> = {
  service: 'validation',
  settings: ValidationSettings,
  compose: async (settings, { configuration, kafka, log, metrics, onFatal }) => {
    const key = await loadSigningKey(settings.SIGNING_KEY_FILE);
    const flow = createEventFlow({
      service: 'validation',
      kafka,
      subscriptions: subscriptions({
        configuration: () => configuration,
        wait: configurationWait(() => performance.now()),
        seal: (answer, issuedAt) => sealAnswer(answer, issuedAt, key),
        decided: decisionCounter(metrics),
      }),
      dataSource: null,
      channels: configuration.channels.map(({ id }) => id),
      log,
      metrics,
      onFatal,
    });
    return { module: { module: ValidationModule }, flow, workers: [], release: [] };
  },
};
