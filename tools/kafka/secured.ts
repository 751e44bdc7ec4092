import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { brokerPrincipals, type Connected, operatorBootstrapAcls } from '#libs/contracts';
import { addAcls, OutageError } from '#libs/event-flow';

/** The broker's own login and its only super user. It has no rules, and is none of the house's principals. */
const admin = 'admin';

/** The logins of a local broker: a folder with one password file for each principal, mode 0600. */
export interface Passwords {
  readonly dir: string;
  /** Name and password of everybody, the broker itself included. */
  readonly all: ReadonlyMap<string, string>;
  readonly admin: string;
}

/** Reads the passwords that are there and makes those that are missing. */
export function keepPasswords(dir: string, connected: Connected): Passwords {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const names = [admin, ...brokerPrincipals(connected).map(({ name }) => name)];
  const all = new Map(names.map((name) => [name, keepPassword(join(dir, name))]));
  return { dir, all, admin: all.get(admin) ?? '' };
}

/** What `kafka-storage format` takes, so that everybody can log in from the first start on. */
export const scramArguments = ({ all }: Passwords): string[] =>
  [...all].flatMap(([name, password]) => ['--add-scram', `SCRAM-SHA-512=[name=${name},password=${password}]`]);

/** Gives the operator what it needs to give the rest; false while the broker does not take it yet. */
export async function operatorIsGranted(brokers: string, passwords: Passwords): Promise<boolean> {
  const login = { username: admin, password: passwords.admin };
  try {
    await addAcls({ brokers: [brokers], clientId: 'local-admin', createTopics: false, login }, operatorBootstrapAcls);
    return true;
  } catch (error) {
    if (error instanceof OutageError) return false;
    throw error;
  }
}

function keepPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8');
}
