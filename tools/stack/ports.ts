import { createServer } from 'node:net';

import { StackError } from './stack-settings.js';

/** Free ports that were given away here; the system may offer one again before its owner listens. */
const given = new Set<number>();

/** A port to bind on loopback: the one asked for when it is free, any free one for 0, which nobody gets twice. */
export async function claimPort(wanted: number, owner: string, variable: string): Promise<number> {
  try {
    let port = await bindOnce(wanted);
    while (wanted === 0 && given.has(port)) port = await bindOnce(wanted);
    given.add(port);
    return port;
  } catch {
    throw new StackError(`Port ${wanted}, meant for ${owner}, is taken. Stop what listens there, or set ${variable}.`);
  }
}

function bindOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, '127.0.0.1', () => {
      const { port: bound } = probe.address() as { port: number };
      probe.close(() => resolve(bound));
    });
  });
}
