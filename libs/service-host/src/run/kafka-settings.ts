import { type Service, servicePrincipal } from '#libs/contracts';
import { type KafkaSettings } from '#libs/event-flow';

import { readSecretFile } from '../secrets/secrets.js';
import { type ServiceSettings } from '../settings.js';
import { SettingsError } from '../settings/read-settings.js';
import { readTlsAuthorities } from './tls-authorities.js';

/** The settings of whoever speaks to the broker: a service, or the command. */
export type BrokerSettings = Pick<
  ServiceSettings,
  'KAFKA_BROKERS' | 'KAFKA_SASL_USERNAME' | 'KAFKA_SASL_PASSWORD_FILE' | 'KAFKA_TLS_CA_FILE'
>;

/** How a service reaches the broker. @throws StartError where the password or the certificates cannot be read */
export async function kafkaSettings(service: Service, settings: ServiceSettings): Promise<KafkaSettings> {
  const connection = await brokerConnection(settings);
  return { ...connection, clientId: servicePrincipal(service), createTopics: settings.KAFKA_CREATE_TOPICS };
}

/** Brokers, login and certificates. @throws StartError where a part is missing or cannot be read */
export async function brokerConnection(
  settings: BrokerSettings,
): Promise<Pick<KafkaSettings, 'brokers' | 'login' | 'tlsAuthorities'>> {
  const { KAFKA_TLS_CA_FILE: authorities } = settings;
  return {
    brokers: settings.KAFKA_BROKERS,
    login: await loginOf(settings),
    tlsAuthorities: authorities === undefined ? undefined : await readTlsAuthorities(authorities),
  };
}

async function loginOf(settings: BrokerSettings): Promise<KafkaSettings['login']> {
  const { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD_FILE: file } = settings;
  if (username === undefined && file === undefined) return undefined;
  if (username === undefined) throw halfALogin('KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD_FILE');
  if (file === undefined) throw halfALogin('KAFKA_SASL_PASSWORD_FILE', 'KAFKA_SASL_USERNAME');
  return { username, password: await readSecretFile(file) };
}

const halfALogin = (missing: string, given: string) =>
  new SettingsError(missing, `The setting ${missing} is not set, and ${given} is: a login takes both.`);
