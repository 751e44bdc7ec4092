import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { transform } from '@swc/core';

const root = new URL('../../../', import.meta.url);
const jsc = {
  target: 'es2022',
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true },
};

export async function resolve(specifier, context, next) {
  const lib = /^#libs\/([^/]+)$/.exec(specifier)?.[1];
  if (lib) return { url: new URL(`libs/${lib}/src/index.ts`, root).href, shortCircuit: true };
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    return { url: new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL).href, shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const source = await readFile(filename, 'utf8');
  const { code } = await transform(source, { filename, jsc, module: { type: 'es6' }, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
