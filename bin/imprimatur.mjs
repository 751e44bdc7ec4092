#!/usr/bin/env node
// The command of the product; its code is compiled into dist/bin.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const compiled = new URL('../dist/bin/main.js', import.meta.url);
if (!existsSync(fileURLToPath(compiled))) {
  process.stderr.write('imprimatur is not built yet: run "npm run build" once.\n');
  process.exit(1);
}
const { main } = await import(compiled.href);
await main(process.argv);
