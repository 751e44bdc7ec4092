import { isIllFormed } from '../ill-formed.js';
import { keepsItsDigits } from './kept-digits.js';

export type ParseCode =
  | 'parse.not_json'
  | 'parse.mixed_text'
  | 'parse.duplicate_key'
  | 'parse.too_deep'
  | 'parse.too_large'
  | 'parse.unsafe_number'
  | 'parse.ill_formed';

/** What is wrong and where: `at` counts UTF-16 units from the start of the text. */
export interface ParseProblem {
  readonly code: ParseCode;
  readonly at: number;
}

/** RFC 8259's `unescaped` and `escape`, unrolled: a long string takes linear time and no stack. */
const stringToken = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*"/y;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literalToken = /true|false|null/y;
const whiteSpace = /[ \t\n\r]*/y;

/**
 * Reads one JSON value (RFC 8259) and, unlike JSON.parse, sees what a reader elsewhere would read differently:
 * members named twice, numbers that lose digits, text that UTF-8 cannot carry. `undefined` means that it stopped;
 * `problems` says why.
 */
export class JsonReader {
  readonly problems: ParseProblem[] = [];

  constructor(
    private readonly text: string,
    /** Levels of arrays and objects; one more is `parse.too_deep`. */
    private readonly levels: number,
    public position = 0,
  ) {}

  skipWhiteSpace(): void {
    this.take(whiteSpace);
  }

  value(depth = 0): unknown {
    this.skipWhiteSpace();
    switch (this.text.charAt(this.position)) {
      case '{':
        return this.nested(depth, (inner) => this.object(inner));
      case '[':
        return this.nested(depth, (inner) => this.array(inner));
      case '"':
        return this.string();
      default:
        return this.literal();
    }
  }

  private nested(depth: number, read: (inner: number) => unknown): unknown {
    if (depth >= this.levels) return this.stop('parse.too_deep');
    this.position += 1;
    return read(depth + 1);
  }

  private object(depth: number): unknown {
    const members = new Map<string, unknown>();
    if (this.accepts('}')) return {};
    do {
      this.skipWhiteSpace();
      const at = this.position;
      const name = this.text[at] === '"' ? this.string() : this.stop('parse.not_json');
      if (name === undefined) return undefined;
      if (members.has(name)) this.note('parse.duplicate_key', at);
      if (!this.accepts(':')) return this.stop('parse.not_json');
      const value = this.value(depth);
      if (value === undefined) return undefined;
      members.set(name, value);
    } while (this.accepts(','));
    // fromEntries defines its members: `__proto__` stays a member and sets no prototype.
    return this.accepts('}') ? Object.fromEntries(members) : this.stop('parse.not_json');
  }

  private array(depth: number): unknown {
    const items: unknown[] = [];
    if (this.accepts(']')) return items;
    do {
      const item = this.value(depth);
      if (item === undefined) return undefined;
      items.push(item);
    } while (this.accepts(','));
    return this.accepts(']') ? items : this.stop('parse.not_json');
  }

  private string(): string | undefined {
    const at = this.position;
    const token = this.take(stringToken);
    if (token === undefined) return this.stop('parse.not_json');
    const value = JSON.parse(token) as string;
    if (isIllFormed(value)) this.note('parse.ill_formed', at);
    return value;
  }

  private literal(): unknown {
    const at = this.position;
    const token = this.take(literalToken) ?? this.take(numberToken);
    if (token === undefined) return this.stop('parse.not_json');
    if (/^[-\d]/.test(token) && !keepsItsDigits(token)) this.note('parse.unsafe_number', at);
    return JSON.parse(token);
  }

  /** Steps over the character, and white space before it, where it is the next one. */
  private accepts(character: string): boolean {
    this.skipWhiteSpace();
    if (this.text[this.position] !== character) return false;
    this.position += 1;
    return true;
  }

  private take(token: RegExp): string | undefined {
    token.lastIndex = this.position;
    const found = token.exec(this.text)?.[0];
    this.position += found?.length ?? 0;
    return found;
  }

  private stop(code: ParseCode): undefined {
    this.note(code, this.position);
    return undefined;
  }

  /** The first place of each code is enough: it is a report, not a list of everything. */
  private note(code: ParseCode, at: number): void {
    if (!this.problems.some((problem) => problem.code === code)) this.problems.push({ code, at });
  }
}
