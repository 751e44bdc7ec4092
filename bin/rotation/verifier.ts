import { type PublicJwk } from '#libs/seal';

import { CommandError } from '../settings.js';

type Reported = ReadonlyMap<string, Pick<PublicJwk, 'kid' | 'x'>>;

const patienceMs = 5_000;

/**
 * The keys that a delivery instance goes by at this moment, by its own word (`/.well-known/jwks.json`).
 * @throws CommandError where it does not answer with a key set
 */
export async function keysReportedBy(url: string): Promise<Reported> {
  const answer: unknown = await jwksOf(url).catch(() => undefined);
  const keys = (answer as { keys?: unknown } | undefined)?.keys;
  if (!Array.isArray(keys)) throw new CommandError(`${url} does not answer with its keys.`);
  return new Map((keys as PublicJwk[]).map(({ kid, x }) => [kid, { kid, x }]));
}

async function jwksOf(url: string): Promise<unknown> {
  const at = `${url.replace(/\/$/, '')}/.well-known/jwks.json`;
  const response = await fetch(at, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' });
  return response.ok ? response.json() : undefined;
}

/** @throws CommandError that names the first verifier that does not know exactly this key */
export async function assertAllReport(
  urls: readonly string[],
  { kid, x }: Pick<PublicJwk, 'kid' | 'x'>,
): Promise<void> {
  for (const url of urls) {
    const reported = (await keysReportedBy(url)).get(kid);
    if (reported?.x !== x) throw new CommandError(`${url} does not report the key ${kid}: nothing was changed.`);
  }
}
