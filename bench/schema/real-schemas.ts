import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { builtinRules } from 'eslint/use-at-your-own-risk';
import jestRules from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

import { allEvents } from '#libs/contracts';

export interface NamedSchema {
  readonly name: string;
  readonly schema: unknown;
}

interface RuleSet {
  readonly rules?: Readonly<Record<string, unknown>>;
}

interface Rule {
  readonly meta?: { readonly schema?: unknown };
}

/**
 * Schemas that people wrote for their own ends, out of packages that are here anyway: options of lint rules, options
 * of generators, AsyncAPI, our own events. Some are huge, some of drafts that are not served.
 */
export function realSchemas(): NamedSchema[] {
  return [...lintRules(), ...files('@nestjs/schematics/dist/lib'), ...files('@asyncapi/specs/schemas'), ...ownEvents()];
}

function lintRules(): NamedSchema[] {
  const rules: (readonly [string, unknown])[] = [
    ...builtinRules,
    ...Object.entries((tseslint.plugin as RuleSet).rules ?? {}),
    ...Object.entries((jestRules as RuleSet).rules ?? {}),
  ];
  return rules.flatMap(([name, rule]) => {
    const schemas = [(rule as Rule).meta?.schema ?? []].flat();
    return schemas.map((schema, index) => ({ name: `rule ${name} ${index}`, schema }));
  });
}

function files(folder: string): NamedSchema[] {
  const root = join(process.cwd(), 'node_modules', folder);
  const paths = readdirSync(root, { recursive: true }).map(String).sort();
  return paths
    .filter((path) => path.endsWith('.json') && !path.includes('/files/'))
    .map((path) => ({
      name: `${folder}/${path}`,
      schema: JSON.parse(readFileSync(join(root, path), 'utf8')) as unknown,
    }));
}

const ownEvents = (): NamedSchema[] => allEvents.map(({ type, schema }) => ({ name: type, schema }));
