// node tools/run.mjs <tool> [arguments]: builds what is stale, then runs dist/tools/<tool>.js in this very process,
// so that signals and the exit code are the tool's own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { buildIfStale, root } from './build.mjs';

const [name, ...args] = process.argv.slice(2);
if (!/^[a-z][a-z-]*$/.test(name ?? '')) {
  process.stderr.write('usage: node tools/run.mjs <tool> [arguments]\n');
  process.exit(64);
}

buildIfStale();
const file = join(root, 'dist', 'tools', `${name}.js`);
if (!existsSync(file)) {
  process.stderr.write(`there is no tool named ${name}: tools/${name}.ts is missing\n`);
  process.exit(64);
}
const { main } = await import(pathToFileURL(file).href);
await main(args);
