import { assertNever } from '#libs/kernel';

import { type ModelResult } from '../model-client.port.js';
import { type Abort, type CallWatch } from './call-watch.js';
import { type Dialect } from './dialect.js';
import { causes, NotSent, StatusRefusal, WrongFormat } from './faults.js';
import { type ResponseCollector } from './response-collector.js';
import { retryAfterMs } from './retry-after.js';

/** Names the end of a call from what was seen on the wire, what was collected, and what was thrown. */
export function endOf(watch: CallWatch, collector: ResponseCollector, error: unknown): ModelResult {
  const chain = causes(watch.failure ?? error);
  const refusal = chain.find((cause) => cause instanceof StatusRefusal);
  if (refusal) return refusedBy(refusal, collector.dialect);
  switch (watch.stage) {
    case 'home':
      if (watch.aborted !== undefined || chain.some((cause) => cause instanceof NotSent)) return { kind: 'not_sent' };
      throw originalOf(chain);
    case 'sent':
      return unanswered(watch.aborted, chain);
    case 'answered':
      return answered(watch.aborted, collector, chain);
    default:
      return assertNever(watch.stage);
  }
}

/** What the dialect names was not done. After any other 5xx the model may have run: a gateway gave up, or what it said was lost. */
function refusedBy({ status, retryAfter }: StatusRefusal, { unavailableStatuses }: Dialect): ModelResult {
  const isUnavailable = unavailableStatuses.includes(status);
  if (status >= 500 && !isUnavailable) return { kind: 'unanswered', code: 'provider.unobserved' };
  const reason = status === 429 ? 'rate_limited' : isUnavailable ? 'unavailable' : 'request';
  return { kind: 'refused', reason, retryAfterMs: retryAfterMs(retryAfter, Date.now()) };
}

function unanswered(aborted: Abort | undefined, chain: readonly unknown[]): ModelResult {
  if (aborted === 'caller') return { kind: 'abandoned' };
  if (aborted === 'provider.timeout' || aborted === 'provider.idle') return { kind: 'unanswered', code: aborted };
  if (chain.some(neverConnected)) return { kind: 'refused', reason: 'unavailable', retryAfterMs: null };
  return { kind: 'unanswered', code: 'provider.unobserved' };
}

function answered(aborted: Abort | undefined, collector: ResponseCollector, chain: readonly unknown[]): ModelResult {
  const { tokens } = collector;
  if (aborted === 'caller') return { kind: 'abandoned' };
  if (aborted !== undefined) return { kind: 'broken', code: aborted, tokens };
  if (chain.some((cause) => cause instanceof WrongFormat || cause instanceof SyntaxError)) {
    return { kind: 'broken', code: 'provider.malformed', tokens };
  }
  const response = chain.length === 0 ? collector.response() : undefined;
  return response ? { kind: 'response', ...response, tokens } : { kind: 'broken', code: 'provider.broken', tokens };
}

/** Failures of the connection itself: not a byte of the request has left. */
const connectFailures = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function neverConnected(cause: unknown): boolean {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && connectFailures.has(code);
}

/** What `beforeSend` threw, without the SDK's wrapping. */
function originalOf(chain: readonly unknown[]): Error {
  const last = chain.at(-1);
  return last instanceof Error ? last : new Error('the call failed before it was sent');
}
