import { causesOf, codeOf, isError } from './causes.js';
import { OutageError, RecordRefusedError } from './failures.js';

/** What a log may hold of an error: its class, a code, where it was thrown. Never its message. */
export interface ErrorFields {
  readonly error: string;
  /** `ECONNREFUSED`, an SQLSTATE such as `40001`, or a code of ours: the first that the error or its causes have. */
  readonly errno?: string;
  /** A protocol's own name for what happened, such as LEADER_NOT_AVAILABLE. */
  readonly detail?: string;
  readonly frames?: readonly string[];
  readonly [field: string]: unknown;
}

const plainName = /^[A-Za-z][A-Za-z0-9]{0,59}$/;
const plainCode = /^[A-Z0-9_]{2,40}$/;
const framesKept = 8;

/** Messages and members of errors quote what they choke on (JSON.parse, the ORM, the SDK), so none of them is kept. */
export function errorFields(error: unknown): ErrorFields {
  if (!isError(error)) return { error: typeof error };
  const chain = [...causesOf(error)];
  const ours = chain.find((link) => link instanceof OutageError || link instanceof RecordRefusedError);
  if (ours) return { error: ours.name, errno: ours.code, ...detailOf(ours) };
  const errno = chain.map(codeOf).find((code) => plainCode.test(code));
  const frames = framesOf(error);
  return {
    error: plainName.test(error.name) ? error.name : 'Error',
    ...(errno === undefined ? {} : { errno }),
    ...(frames.length > 0 ? { frames } : {}),
  };
}

function detailOf(error: OutageError | RecordRefusedError): { detail?: string } {
  return error instanceof OutageError && /^[A-Za-z_]{1,60}$/.test(error.detail) ? { detail: error.detail } : {};
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
