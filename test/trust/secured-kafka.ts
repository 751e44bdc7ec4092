import { join } from 'node:path';

import { type Connected, operatorPrincipal } from '#libs/contracts';
import { type KafkaSettings } from '#libs/event-flow';
import { tempDir } from '#libs/testkit';

import { startLocalKafka } from '../../tools/kafka/start-local-kafka.js';
import { loginsOf } from '../../tools/stack/logins.js';
import { applyTopics, type Applied } from '../../bin/apply-topics.js';

/** A real Apache Kafka with logins and the authoriser on. */
export interface SecuredKafka {
  readonly brokers: string[];
  readonly passwordsDir: string;
  /** How a principal of the house reaches it. */
  as(principal: string): KafkaSettings;
  /** `imprimatur topics apply`, as the operator. */
  apply(connected: Connected): Promise<Applied>;
  stop(): Promise<void>;
}

export async function startSecuredKafka(connected: Connected): Promise<SecuredKafka> {
  const dir = await tempDir('secured');
  const kafka = await startLocalKafka({ port: 0, dataDir: join(dir.path, 'kafka'), secured: connected });
  const passwordsDir = kafka.passwordsDir ?? '';
  const as = (principal: string): KafkaSettings => ({
    brokers: [kafka.brokers],
    clientId: principal,
    createTopics: false,
    login: loginsOf(passwordsDir).of(principal),
  });
  const stop = async () => {
    await kafka.stop();
    await dir.remove();
  };
  return {
    brokers: [kafka.brokers],
    passwordsDir,
    as,
    apply: (connected) => applyTopics(as(operatorPrincipal), connected),
    stop,
  };
}
