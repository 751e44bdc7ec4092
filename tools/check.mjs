// One command for what a commit must pass: format, lint, types, boundaries, unit tests, generated docs are current.
import { spawnSync } from 'node:child_process';

const steps = [
  ['format', 'npx prettier --check --log-level warn .'],
  ['lint', 'npx eslint . --max-warnings 0'],
  ['types', 'npx tsc --noEmit -p tsconfig.json'],
  ['boundaries', 'npm run --silent boundaries'],
  ['generated pages', 'node tools/run.mjs docs --check'],
  ['unit tests', 'npx jest --selectProjects unit --silent'],
];

for (const [name, command] of steps) {
  const started = Date.now();
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.exit(1);
}
