import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Service, servicePrincipal } from '#libs/contracts';
import { type KafkaLogin } from '#libs/event-flow';

import { StackError, type StackSettings } from './stack-settings.js';

/** The logins of a broker that asks for them: a folder with one password file (0600) for each principal, named by it. */
export interface Logins {
  /** @throws StackError where there is no such file */
  of(principal: string): KafkaLogin;
  /** What a service is started with to log in as itself. */
  variablesOf(service: Service): Record<string, string>;
}

/** null where the broker asks for none. */
export function loginsIn(kafka: StackSettings['kafka']): Logins | null {
  const dir = 'passwordsDir' in kafka ? kafka.passwordsDir : undefined;
  return dir === undefined ? null : loginsOf(dir);
}

export function loginsOf(dir: string): Logins {
  return {
    of: (principal) => ({ username: principal, password: passwordIn(join(dir, principal)) }),
    variablesOf: (service) => ({
      KAFKA_SASL_USERNAME: servicePrincipal(service),
      KAFKA_SASL_PASSWORD_FILE: join(dir, servicePrincipal(service)),
    }),
  };
}

function passwordIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch {
    throw new StackError(`${file}, the password of a principal of the broker, cannot be read.`);
  }
}
