import { listAt, membersAt, type Place } from '../json-schema.js';
import { type Compilation, type Wire } from './compilation.js';
import { constraintsOn, namesIn } from './members.js';
import { admitsNull } from './null.js';
import { type Part } from '../conjuncts.js';
import { anyOf } from './union.js';

/** An object with exactly the members that the schema names, in its order: providers write in the order of the schema. */
export function compileObject(parts: readonly Part[], compilation: Compilation): Wire | undefined {
  const names = namesIn(parts);
  const closed = parts.some(({ schema }) => schema['additionalProperties'] === false);
  if (names.length === 0 && !isEmpty(parts, closed)) return compileMap(parts, compilation);
  if (!closed && parts[0]) compilation.change(parts[0].pointer, 'object_closed');
  const required = new Set(parts.flatMap(({ schema }) => listAt(schema, 'required')));
  const members: [string, Wire][] = [];
  for (const name of names) {
    const member = compileMember(name, required.has(name), parts, compilation);
    if (member) members.push([name, member]);
    else if (required.has(name)) return undefined;
  }
  const listed = members.map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    required: compilation.dialect.everyMemberRequired ? listed : listed.filter((name) => required.has(name)),
    additionalProperties: false,
  };
}

/** undefined where no value of this name can stand. */
function compileMember(
  name: string,
  required: boolean,
  parts: readonly Part[],
  compilation: Compilation,
): Wire | undefined {
  const places = constraintsOn(name, parts);
  const at = places?.[0]?.pointer ?? parts[0]?.pointer ?? '';
  const wire = places && compilation.places(places, at);
  if (!wire || required || !compilation.dialect.everyMemberRequired) return wire;
  if (admitsNull(wire, compilation)) {
    compilation.change(at, 'optional_required');
    return wire;
  }
  compilation.change(at, 'optional_as_null');
  const orNull = anyOf([wire, { type: 'null' }]) ?? wire;
  compilation.nullForAbsent.add(orNull);
  return orNull;
}

const isEmpty = (parts: readonly Part[], closed: boolean): boolean =>
  closed && parts.every(({ schema }) => membersAt(schema, 'patternProperties').length === 0);

/** Free names and one schema for what they hold: a dialect of closed objects has no word for it. */
function compileMap(parts: readonly Part[], compilation: Compilation): Wire | undefined {
  const places: Place[] = parts
    .filter(({ schema }) => typeof schema['additionalProperties'] === 'object')
    .map(({ pointer, schema }) => ({
      pointer: `${pointer}/additionalProperties`,
      schema: schema['additionalProperties'],
    }));
  const byPattern = parts.some(({ schema }) => 'patternProperties' in schema);
  const [first] = places;
  if (!compilation.dialect.freeMembers || byPattern || !first) {
    return compilation.refuse('schema.open_object', parts[0]?.pointer ?? '');
  }
  const values = compilation.places(places, first.pointer);
  return values && { type: 'object', additionalProperties: values };
}
