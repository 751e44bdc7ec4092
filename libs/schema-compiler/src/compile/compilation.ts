import { type SchemaCode } from '#libs/contracts';

import { type Place, type SchemaObject } from '../json-schema.js';
import { reason, type SchemaReason } from '../reason.js';
import { type References } from '../references.js';
import { type Change, type ChangeKind, type Residue } from './compiled-schema.js';
import { type Dialect } from './dialect.js';
import { type Part } from '../conjuncts.js';
import { keyOf } from './part.js';

/** A schema on the wire. */
export type Wire = SchemaObject;

export interface Definition {
  readonly name: string;
  readonly parts: readonly Part[];
  wire?: Wire;
}

/** Subschemas that one compilation may make: unions over unions multiply. */
const maxMade = 20_000;
const maxDepth = 100;

/** The two ways down; they meet in compile-place.ts, and the kinds of schema know them through here alone. */
export interface Compiler {
  places(places: readonly Place[], at: string, compilation: Compilation): Wire | undefined;
  parts(parts: readonly Part[], at: string, compilation: Compilation): Wire | undefined;
}

/** What is known while one schema is compiled. */
export class Compilation {
  readonly residue = new Map<string, Residue>();
  readonly changes = new Map<string, Change>();
  readonly reasons = new Map<string, SchemaReason>();
  readonly definitions = new Map<string, Definition>();
  /** The very subschemas on the wire whose null stands for an absent member. */
  readonly nullForAbsent = new Set<Wire>();
  readonly knownNull = new Map<string, boolean>();
  private readonly open = new Set<string>();
  private made = 0;
  private rootKey: string | undefined;

  constructor(
    readonly dialect: Dialect,
    readonly references: References,
    private readonly compiler: Compiler,
  ) {}

  /** The places that all hold for one value, as one schema on the wire; undefined where no value satisfies them. */
  places(places: readonly Place[], at: string): Wire | undefined {
    return this.compiler.places(places, at, this);
  }

  /** The same of parts, which are made once: whoever meets them again inside refers to them. */
  parts(parts: readonly Part[], at: string): Wire | undefined {
    const key = keyOf(parts);
    if (this.open.has(key)) return this.refer(parts);
    if (this.spend() || this.open.size > maxDepth) return this.refuse('schema.too_costly', '');
    this.open.add(key);
    const wire = this.compiler.parts(parts, at, this);
    this.open.delete(key);
    return wire;
  }

  /** The root is referred to as `#` and has no definition. */
  startAt(parts: readonly Part[]): void {
    this.rootKey = keyOf(parts);
  }

  leave(pointer: string, keyword: string): void {
    this.residue.set(`${pointer} ${keyword}`, { pointer, keyword });
  }

  change(pointer: string, change: ChangeKind): void {
    this.changes.set(`${pointer} ${change}`, { pointer, change });
  }

  /** The compilation goes on to find further reasons; what it makes is not used. */
  refuse(code: SchemaCode, pointer: string, detail?: string): Wire {
    this.reasons.set(`${pointer} ${code}`, reason(code, pointer, detail));
    return {};
  }

  /** True when there was enough of it. */
  spend(): boolean {
    this.made += 1;
    return this.made > maxMade;
  }

  refer(parts: readonly Part[]): Wire {
    const key = keyOf(parts);
    if (key === this.rootKey) return { $ref: '#' };
    const known = this.definitions.get(key);
    if (known) return { $ref: `#/$defs/${known.name}` };
    const name = this.freeName(parts);
    this.definitions.set(key, { name, parts });
    return { $ref: `#/$defs/${name}` };
  }

  private freeName([first]: readonly Part[]): string {
    const last = first?.pointer.split('/').at(-1) ?? '';
    const stem = last.replaceAll(/[^A-Za-z0-9_]/g, '_').slice(0, 60) || 'part';
    const taken = new Set([...this.definitions.values()].map(({ name }) => name));
    if (!taken.has(stem)) return stem;
    for (let number = 2; ; number += 1) if (!taken.has(`${stem}_${number}`)) return `${stem}_${number}`;
  }
}
