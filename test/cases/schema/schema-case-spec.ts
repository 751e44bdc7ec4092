import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SchemaCase {
  readonly id: string;
  readonly area: string;
  readonly kind: string;
  readonly given: {
    readonly schema?: unknown;
    readonly schemas?: readonly unknown[];
    readonly schema_text?: string;
    readonly instance?: unknown;
    readonly raw?: string;
    readonly repeat?: number;
  };
}

export function schemaCases(): SchemaCase[] {
  const lines = readFileSync(join(__dirname, '..', 'cases.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean);
  const cases = lines.map((line) => JSON.parse(line) as SchemaCase).filter(({ area }) => area === 'schema');
  return cases.map(({ given, ...rest }) => ({ ...rest, given: expanded(given) as SchemaCase['given'] }));
}

type Generator = Readonly<Record<string, unknown>> & { readonly count: number; readonly depth: number };

const generators: Readonly<Record<string, (generator: Generator) => unknown>> = {
  seq: ({ prefix, count }) => Array.from({ length: count }, (_, index) => `${String(prefix)}${index}`),
  array: ({ item, count }) => Array.from({ length: count }, () => item),
  nested_anyof: ({ depth, width }) => nested(depth, Number(width)),
};

function nested(depth: number, width: number): unknown {
  if (depth === 0) return { type: 'string' };
  return { anyOf: Array.from({ length: width }, () => nested(depth - 1, width)) };
}

/** A case writes large values as `{"$gen": …}`. */
function expanded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expanded);
  if (typeof value !== 'object' || value === null) return value;
  const generator = '$gen' in value ? generators[String(value.$gen)] : undefined;
  if (generator) return generator(value as unknown as Generator);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, expanded(inner)]));
}
