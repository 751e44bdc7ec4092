import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { asyncapiPage } from './docs/asyncapi-page.js';
import { aclsPage } from './docs/acls-page.js';
import { codesPage } from './docs/codes-page.js';
import { decisionsPage } from './docs/decisions-page.js';
import { evidencePage } from './docs/evidence-page.js';
import { eventsPage } from './docs/events-page.js';
import { ladderPage } from './docs/ladder-page.js';
import { metricsPage } from './docs/metrics-page.js';
import { settingsPage } from './docs/settings-page.js';
import { topicsPage } from './docs/topics-page.js';

const folder = join('docs', 'reference');
const pages: Readonly<Record<string, () => string>> = {
  'asyncapi.json': asyncapiPage,
  'acls.md': aclsPage,
  'codes.md': codesPage,
  'decisions.md': decisionsPage,
  'evidence.md': evidencePage,
  'events.md': eventsPage,
  'ladder.md': ladderPage,
  'metrics.md': metricsPage,
  'settings.md': settingsPage,
  'topics.md': topicsPage,
};

/** Writes the reference pages from the code; with `--check`, fails when one of them is stale. */
export async function main(argv: readonly string[]): Promise<void> {
  const rendered = Object.entries(pages).map(([name, render]) => ({ file: join(folder, name), text: render() }));
  const stale = rendered.filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text);
  if (argv.includes('--check')) {
    for (const { file } of stale) process.stderr.write(`${file} is stale: run "npm run docs"\n`);
    process.exitCode = stale.length === 0 ? 0 : 1;
    return;
  }
  await mkdir(folder, { recursive: true });
  for (const { file, text } of stale) {
    await writeFile(file, text);
    process.stdout.write(`${file}\n`);
  }
}
