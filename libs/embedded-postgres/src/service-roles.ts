import pg from 'pg';

import { servicePasswords } from './service-passwords.js';

/** The one database of the house. */
export const databaseName = 'imprimatur';

/** Any constant will do; it serialises those who set up roles on one server. */
const setUpLock = 7_461_201;

/** A login that owns the schema named `service` in `database`, and may do nothing else on the server. */
export interface ServiceRole {
  readonly database: string;
  readonly service: string;
  readonly role: string;
  readonly password: string;
}

/**
 * Makes the database `imprimatur` and in it, for each service, the schema of its name, owned by the role
 * `imprimatur_<service>`, whose `search_path` is that schema alone; returns each service's URL.
 *
 * Passwords are generated, and kept in `secretsFile` (JSON, mode 0600). Running it again changes nothing.
 *
 * @param adminUrl a superuser's URL, on any database of the server
 */
export async function ensureServiceRoles(
  adminUrl: string,
  services: readonly string[],
  secretsFile: string,
): Promise<Record<string, string>> {
  return asSetUp(adminUrl, async () => {
    const passwords = await servicePasswords(secretsFile, services);
    const urls: Record<string, string> = {};
    for (const service of services) {
      const password = passwords[service] ?? '';
      urls[service] = await setUp(adminUrl, {
        database: databaseName,
        service,
        role: `imprimatur_${service}`,
        password,
      });
    }
    return urls;
  });
}

/** One role with its schema, and the database where that is missing; returns the role's URL. */
export function ensureServiceRole(adminUrl: string, wanted: ServiceRole): Promise<string> {
  return asSetUp(adminUrl, () => setUp(adminUrl, wanted));
}

async function setUp(adminUrl: string, wanted: ServiceRole): Promise<string> {
  const { database, service, role, password } = wanted;
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(service)) throw new Error(`not a service's name: ${service}`);
  await withClient(adminUrl, async (admin) => {
    await ensureDatabase(admin, database);
    await ensureRole(admin, role, password);
    await admin.query(`grant connect on database ${name(database)} to ${name(role)}`);
  });
  await withClient(onDatabase(adminUrl, database), (admin) => ensureSchema(admin, wanted));
  return urlFor(adminUrl, wanted);
}

async function ensureDatabase(admin: pg.Client, database: string): Promise<void> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [database]);
  if (rowCount === 0) await admin.query(`create database ${name(database)}`);
  for (const closed of [database, 'postgres']) await admin.query(`revoke all on database ${name(closed)} from public`);
}

async function ensureRole(admin: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role]);
  const verb = rowCount === 0 ? 'create' : 'alter';
  const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
  await admin.query(`${verb} role ${name(role)} ${rights} password ${pg.escapeLiteral(password)}`);
}

async function ensureSchema(admin: pg.Client, { database, service, role }: ServiceRole): Promise<void> {
  await admin.query('revoke all on schema public from public');
  await admin.query(`create schema if not exists ${name(service)} authorization ${name(role)}`);
  await admin.query(`alter role ${name(role)} in database ${name(database)} set search_path = ${name(service)}`);
}

function urlFor(adminUrl: string, { database, role, password }: ServiceRole): string {
  const url = new URL(onDatabase(adminUrl, database));
  url.username = role;
  url.password = password;
  return url.href;
}

function onDatabase(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

const name = (identifier: string): string => pg.escapeIdentifier(identifier);

async function asSetUp<T>(adminUrl: string, work: () => Promise<T>): Promise<T> {
  return withClient(adminUrl, async (holder) => {
    await holder.query('select pg_advisory_lock($1)', [setUpLock]);
    return work();
  });
}

/** The connection ends with the work, and with it whatever lock it holds. */
async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
