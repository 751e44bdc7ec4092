import { readFileSync } from 'node:fs';

import { type Service } from '#libs/contracts';

/** What runs here: `/health/build`, and the ledger's observations. */
export interface Build {
  readonly service: Service;
  readonly version: string;
  readonly commit: string | null;
  readonly node: string;
}

export function buildOf(service: Service, commit: string | undefined): Build {
  return { service, version: packageVersion(), commit: commit ?? null, node: process.versions.node };
}

/** The house has one package.json; how far up it lies depends on whether this file was compiled. */
function packageVersion(): string {
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    const version = versionIn(folder);
    if (version !== undefined) return version;
    if (folder.pathname === '/') throw new Error('no package.json above this file');
  }
}

function versionIn(folder: URL): string | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as Record<
      string,
      string
    >;
    return name === 'imprimatur' ? version : undefined;
  } catch {
    return undefined;
  }
}
