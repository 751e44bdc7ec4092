import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A schema of JSON-Schema-Test-Suite with what the suite says of values under it. */
export interface SuiteGroup {
  /** For example `draft7/ref.json: ref overrides any sibling keywords`. */
  readonly name: string;
  readonly optional: boolean;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

const drafts = {
  draft7: 'http://json-schema.org/draft-07/schema#',
  'draft2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
} as const;

/** The folder of a clone of JSON-Schema-Test-Suite (MIT), or undefined: no npm package holds it. */
export const suiteFolder = (): string | undefined => process.env['JSON_SCHEMA_TEST_SUITE'] || undefined;

export function suiteGroups(folder: string): SuiteGroup[] {
  return Object.entries(drafts).flatMap(([draft, $schema]) => {
    const root = join(folder, 'tests', draft);
    const paths = readdirSync(root, { recursive: true }).map(String).sort();
    return paths
      .filter((path) => path.endsWith('.json'))
      .flatMap((path) => groupsOf(join(root, path)).map((group) => named(group, `${draft}/${path}`, $schema)));
  });
}

interface FileGroup {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: SuiteGroup['tests'];
}

const groupsOf = (file: string): FileGroup[] => JSON.parse(readFileSync(file, 'utf8')) as FileGroup[];

/** A schema without `$schema` is of the draft of its folder. */
function named({ description, schema, tests }: FileGroup, path: string, $schema: string): SuiteGroup {
  const isObject = typeof schema === 'object' && schema !== null;
  const whole = isObject && !('$schema' in schema) ? { $schema, ...schema } : schema;
  return { name: `${path}: ${description}`, optional: path.includes('/optional/'), schema: whole, tests };
}
