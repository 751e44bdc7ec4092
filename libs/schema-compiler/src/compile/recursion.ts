import { isObject, listAt, membersAt } from '../json-schema.js';
import { type Wire } from './compilation.js';

/** Where the references of a schema lead; those behind an optional member are left out where they do not count. */
function referredIn(wire: unknown, throughOptional: boolean): string[] {
  if (!isObject(wire)) return [];
  const { $ref, items, additionalProperties } = wire;
  const required = new Set(listAt(wire, 'required'));
  const members = membersAt(wire, 'properties').filter(([name]) => throughOptional || required.has(name));
  const below = [...listAt(wire, 'anyOf'), ...members.map(([, member]) => member), items, additionalProperties];
  const inner = below.flatMap((one) => referredIn(one, throughOptional));
  return typeof $ref === 'string' ? [$ref.slice(1), ...inner] : inner;
}

/**
 * The definition, or the root, that comes back to itself, as a pointer into the compiled schema.
 * `throughOptional` false: only by members that have to be there.
 */
export function recursionIn(root: Wire, throughOptional: boolean): string | undefined {
  const places: [string, unknown][] = [['', root]];
  for (const [name, definition] of membersAt(root, '$defs')) places.push([`/$defs/${name}`, definition]);
  const next = new Map(places.map(([name, wire]) => [name, referredIn(wire, throughOptional)]));
  return [...next.keys()].find((name) => reaches(name, next));
}

function reaches(name: string, next: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const open = [...(next.get(name) ?? [])];
  for (const at of open) {
    if (at === name) return true;
    if (!seen.has(at)) open.push(...(next.get(at) ?? []));
    seen.add(at);
  }
  return false;
}
