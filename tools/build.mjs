// The one build of the house, run only when something is newer than the last good one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
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

/** tsc exits with 0, with 2 when it wrote output in spite of errors, and with 1 when it wrote nothing. */
function compile(report) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  return spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: ['ignore', report, report],
  }).status;
}

/** Compiles the house when a source is newer than the last build; ends the process when the sources do not compile. */
export function buildIfStale() {
  const started = Date.now();
  if (newestOf(sources) < builtAt(stamp)) return;
  process.stderr.write('building (sources are newer than dist) ...\n');
  const status = compile(2);
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, new Date(started).toISOString());
}

/** Compiles when `lib` is newer than its own output. Errors elsewhere in the house do not matter to its caller. */
export function buildLibIfStale(lib) {
  const output = join(root, 'dist', 'libs', lib, '.built');
  if (newest(join(root, 'libs', lib)) < builtAt(output)) return;
  if (compile('ignore') === 1) throw new Error(`libs/${lib} does not compile`);
  writeFileSync(output, '');
}

const newestOf = (paths) => Math.max(...paths.map((path) => newest(join(root, path))));
