import { rm } from 'node:fs/promises';

/** Stops what database.setup.mjs started, and nothing else. */
export default async function stopDatabase() {
  const server = globalThis.testDatabaseServer;
  if (!server) return;
  await server.stop();
  await rm(server.dataDir, { recursive: true, force: true });
}
