import { pointerToken } from '#libs/kernel';

import { type AdmittedSchema } from '../admission/admitted-schema.js';
import { conjunctsOf, type Part } from '../conjuncts.js';
import { listAt, membersAt, type Place } from '../json-schema.js';
import { reason, type SchemaReason } from '../reason.js';
import { narrowedKeywords } from './narrowed.js';

/** A place of the version before, and the one that takes its stead. */
interface Pair {
  readonly before: Place;
  readonly after: Place;
}

/**
 * What a reader of the version before would miss: a field that is gone, one that is required and was no optional
 * field before, one that admits less. Pointers lead into the new version; into the old one for what is gone.
 * Where it cannot be told that a keyword admits as much as before, it is narrowed.
 */
export function incompatibilities(before: AdmittedSchema, after: AdmittedSchema): SchemaReason[] {
  const root = (schema: unknown): Place => ({ pointer: '', schema });
  const found = new Comparison(before, after).compare({ before: root(before.schema), after: root(after.schema) });
  return [...new Map(found.map((one) => [`${one.code} ${one.pointer}`, one])).values()];
}

class Comparison {
  /** What is known of a pair; a recursive schema meets itself, and what is not known yet counts as compatible. */
  private readonly known = new Map<string, readonly SchemaReason[]>();

  constructor(
    private readonly before: AdmittedSchema,
    private readonly after: AdmittedSchema,
  ) {}

  compare(pair: Pair): readonly SchemaReason[] {
    const key = `${pair.before.pointer} ${pair.after.pointer}`;
    const known = this.known.get(key);
    if (known) return known;
    this.known.set(key, []);
    const found = this.compareNow(pair);
    this.known.set(key, found);
    return found;
  }

  private compareNow(pair: Pair): readonly SchemaReason[] {
    const before = conjunctsOf([pair.before], this.before.references);
    const after = conjunctsOf([pair.after], this.after.references);
    if (before === undefined) return [];
    if (after === undefined) return [reason('schema.field_narrowed', pair.after.pointer)];
    const narrowed = narrowedKeywords(before, after, (a, b) => this.compare({ before: a, after: b }).length === 0);
    return [
      ...narrowed.map(({ pointer, keyword }) => reason('schema.field_narrowed', pointer + pointerToken(keyword))),
      ...this.fields(before, after),
      ...this.pairsBelow(before, after).flatMap((below) => this.compare(below)),
    ];
  }

  private fields(before: readonly Part[], after: readonly Part[]): SchemaReason[] {
    const [old, now] = [membersOf(before), membersOf(after)];
    const wasRequired = new Set(before.flatMap(({ schema }) => listAt(schema, 'required')));
    const gone = [...old]
      .filter(([name]) => !now.has(name))
      .map(([, { pointer }]) => reason('schema.field_removed', pointer));
    const required = after.flatMap(({ pointer, schema }) =>
      listAt(schema, 'required')
        .map(String)
        .filter((name) => !wasRequired.has(name) && !old.has(name))
        .map((name) => reason('schema.field_required', now.get(name)?.pointer ?? `${pointer}/required`)),
    );
    return [...gone, ...required];
  }

  private pairsBelow(before: readonly Part[], after: readonly Part[]): Pair[] {
    const now = membersOf(after);
    const members = [...membersOf(before)].flatMap(([name, place]) => {
      const next = now.get(name);
      return next ? [{ before: place, after: next }] : [];
    });
    const [oldItems, newItems] = [itemsOf(before), itemsOf(after)];
    return oldItems && newItems ? [...members, { before: oldItems, after: newItems }] : members;
  }
}

function membersOf(parts: readonly Part[]): Map<string, Place> {
  const named = parts.flatMap(({ pointer, schema }) =>
    membersAt(schema, 'properties').map(
      ([name, value]) => [name, { pointer: `${pointer}/properties${pointerToken(name)}`, schema: value }] as const,
    ),
  );
  return new Map(named);
}

function itemsOf(parts: readonly Part[]): Place | undefined {
  const part = parts.find(({ schema }) => 'items' in schema && !Array.isArray(schema['items']));
  return part && { pointer: `${part.pointer}/items`, schema: part.schema['items'] };
}
