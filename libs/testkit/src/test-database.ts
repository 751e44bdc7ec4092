import { randomBytes } from 'node:crypto';
import pg from 'pg';

import { ensureServiceRole } from '#libs/embedded-postgres';

export interface TestDatabase {
  /** What the service would find in its DATABASE_URL: its own role, its own empty schema. */
  readonly url: string;
  /** Cuts off whoever is still connected, and removes the database and its role. */
  drop(): Promise<void>;
}

/** A fresh database on the server of DATABASE_URL, with a role and a schema for `service` as in production. */
export async function testDatabase(service: string): Promise<TestDatabase> {
  const adminUrl = serverUrl();
  const database = `test_${randomBytes(6).toString('hex')}`;
  const role = `${database}_${service}`;
  const password = randomBytes(12).toString('base64url');
  const url = await ensureServiceRole(adminUrl, { database, service, role, password });
  return { url, drop: () => drop(adminUrl, database, role) };
}

function serverUrl(): string {
  const url = process.env['DATABASE_URL'];
  if (!url)
    throw new Error(
      'no DATABASE_URL: this belongs in an .int-spec.ts or .e2e-spec.ts, for which Jest starts a database',
    );
  return url;
}

async function drop(adminUrl: string, database: string, role: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`drop database if exists ${pg.escapeIdentifier(database)} with (force)`);
    await admin.query(`drop role if exists ${pg.escapeIdentifier(role)}`);
  } finally {
    await admin.end();
  }
}
