import { causesOf, codeOf, isError } from './causes.js';
import { OutageError } from './failures.js';

/** An outage waits, a conflict is done again at once, a bug has a few tries. Poison is no error: its reader says so. */
export type FailureKind = 'outage' | 'conflict' | 'bug';

/** PostgreSQL: connections 08, authorisation 28, resources 53, operator 57, system 58, and some single states. */
const outageClasses: ReadonlySet<string> = new Set(['08', '28', '53', '57', '58']);
const outageStates: ReadonlySet<string> = new Set(['55P03', '25P03', '25006', '3D000']);
const conflictStates: ReadonlySet<string> = new Set(['40001', '40P01']);

const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
]);

/** pg says these in words alone (pg 8.23, pg-pool 3). */
const connectionWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;

/** TypeORM's own word for a connection that broke between two statements: it names no cause. */
const brokenRunners: ReadonlySet<string> = new Set([
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
]);

/** Tells a failure's kind from the original error: names and flags of wrappers lie, so every cause is looked at. */
export function classify(error: unknown): FailureKind {
  const chain = [...causesOf(error)];
  if (chain.some((link) => conflictStates.has(codeOf(link)))) return 'conflict';
  return chain.some(isOutage) ? 'outage' : 'bug';
}

function isOutage(error: unknown): boolean {
  if (error instanceof OutageError) return true;
  const code = codeOf(error);
  if (networkCodes.has(code) || outageStates.has(code)) return true;
  if (/^[0-9A-Z]{5}$/.test(code) && outageClasses.has(code.slice(0, 2))) return true;
  if (!isError(error)) return false;
  if (error.name === 'TimeoutError' || error.name === 'AbortError' || brokenRunners.has(error.name)) return true;
  return connectionWords.test(error.message);
}
