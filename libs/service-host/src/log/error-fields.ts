import { types } from 'node:util';

/** What a log may hold of an error: its class, its system code, where it was thrown. Never its message. */
export interface ErrorFields {
  readonly error: string;
  /** `ECONNREFUSED`, or an SQLSTATE such as `40001`. */
  readonly errno?: string;
  readonly frames?: readonly string[];
  readonly [field: string]: unknown;
}

const plainName = /^[A-Za-z][A-Za-z0-9]{0,59}$/;
const plainCode = /^[A-Z0-9_]{2,40}$/;
const framesKept = 8;

/** Also for an error of another realm, as those of Node's own modules are under a test runner. */
export const isError = (value: unknown): value is Error => value instanceof Error || types.isNativeError(value);

/** Messages and members of errors quote what they choke on (JSON.parse, the ORM, the SDK), so none of them is kept. */
export function errorFields(error: unknown): ErrorFields {
  if (!isError(error)) return { error: typeof error };
  const { code } = error as { code?: unknown };
  const frames = framesOf(error);
  return {
    error: plainName.test(error.name) ? error.name : 'Error',
    ...(typeof code === 'string' && plainCode.test(code) ? { errno: code } : {}),
    ...(frames.length > 0 ? { frames } : {}),
  };
}

/** The stack repeats the message first, and a message may look like a frame: only what follows it is read. */
function framesOf(error: Error): string[] {
  const stack = String(error.stack ?? '');
  const start = error.message === '' ? 0 : stack.indexOf(error.message);
  if (start < 0) return [];
  const frames = stack.slice(start + error.message.length).split('\n');
  return frames
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, framesKept);
}
