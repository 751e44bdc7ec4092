import { everyPlace, isObject, listAt, membersAt } from '../json-schema.js';
import { type Wire } from './compilation.js';
import { type DialectLimits } from './dialect.js';

/** What of the compiled schema is above a limit, each with the number found. */
export function aboveLimits(wire: Wire, limits: DialectLimits): string[] {
  const size = sizeOf(wire);
  const found: [string, number, number][] = [
    ['properties', size.properties, limits.properties],
    ['levels', levelsOf(wire), limits.levels],
    ['characters of names and values', size.characters, limits.characters],
    ['enum values', size.enumValues, limits.enumValues],
    ['characters of one long enum', size.longestEnum, limits.longEnumCharacters],
  ];
  return found
    .filter(([, count, most]) => count > most)
    .map(([what, count, most]) => `${count} ${what}, at most ${most}`);
}

const manyValues = 250;

function sizeOf(wire: Wire) {
  const size = { properties: 0, characters: 0, enumValues: 0, longestEnum: 0 };
  for (const { schema } of everyPlace(wire)) {
    if (!isObject(schema)) continue;
    const names = membersAt(schema, 'properties').map(([name]) => name);
    const values = listAt(schema, 'enum');
    const characters = values.reduce<number>((sum, value) => sum + String(value).length, 0);
    size.properties += names.length;
    size.enumValues += values.length;
    size.characters += characters + lengthOf(names) + lengthOf(membersAt(schema, '$defs').map(([name]) => name));
    if (values.length > manyValues) size.longestEnum = Math.max(size.longestEnum, characters);
  }
  return size;
}

const lengthOf = (names: readonly string[]): number => names.reduce((sum, name) => sum + name.length, 0);

/** Objects and arrays in one another, as written: a reference counts where its definition stands. */
function levelsOf(wire: unknown): number {
  if (!isObject(wire)) return 0;
  const own = wire['type'] === 'object' || wire['type'] === 'array' ? 1 : 0;
  const members = membersAt(wire, 'properties').map(([, member]) => member);
  const below = [...members, ...listAt(wire, 'anyOf'), wire['items'], wire['additionalProperties']];
  const definitions = membersAt(wire, '$defs').map(([, definition]) => levelsOf(definition));
  return Math.max(own + Math.max(0, ...below.map(levelsOf)), ...definitions);
}
