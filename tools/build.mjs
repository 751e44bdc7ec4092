// The one build of the house, run only when something is newer than the last good one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'dist', '.built');
const sources = [
  'apps',
  'libs',
  'bin',
  'tools',
  'examples',
  'bench',
  'test/faults',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
];

/** Folders count too: a deleted file leaves no other trace. */
function newest(path) {
  if (!existsSync(path)) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), mtimeMs);
}

const builtAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** Compiles the house when a source is newer than the last build; ends the process when the sources do not compile. */
export function buildIfStale() {
  const started = new Date();
  if (newestOf(sources) < builtAt(stamp)) return;
  process.stderr.write('building (sources are newer than dist) ...\n');
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, '');
  // A source that was saved while tsc ran is newer than this.
  utimesSync(stamp, started, started);
}

const newestOf = (paths) => Math.max(...paths.map((path) => newest(join(root, path))));

if (process.argv[1] === fileURLToPath(import.meta.url)) buildIfStale();
