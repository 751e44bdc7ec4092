import { type Draft, type Finding, type FindingLayer } from '#libs/contracts';

import { type DraftResponse, type Reading, readResponse } from '../reading.js';
import { type Check, type CheckInput } from './check.js';

export interface Examination {
  readonly reading: Reading;
  readonly findings: readonly Finding[];
}

/** Runs every check over a draft's response. What throws is `check.broken`: a state nobody knows, never a pass. */
export function runChecks(draft: Draft, response: DraftResponse, checks: readonly Check[]): Examination {
  const reading = attempt(() => readResponse(response, draft.request));
  if (reading === threw) return { reading: { kind: 'none' }, findings: [broken('parse')] };
  const input = { draft, response, reading };
  return { reading, findings: checks.flatMap((check) => findingsOf(check, input)) };
}

/** Places that one check reports: a rejection holds no more, and the first of them decides. */
const maxPlaces = 200;

function findingsOf(check: Check, input: CheckInput): Finding[] {
  const found = attempt(() => check.run(input));
  if (found === threw) return [broken(check.layer)];
  if (found === null) return [];
  const failed = found
    .slice(0, maxPlaces)
    .map((place): Finding => ({ ...place, layer: check.layer, status: 'failed' }));
  const codes = new Set(found.map(({ code }) => code));
  const passed = check.codes.filter((code) => !codes.has(code));
  return [...failed, ...passed.map((code) => placeless(code, check.layer, 'passed'))];
}

const threw = Symbol('threw');

/** The error itself is dropped: its message may quote what it choked on. */
function attempt<T>(work: () => T): T | typeof threw {
  try {
    return work();
  } catch {
    return threw;
  }
}

const broken = (layer: FindingLayer): Finding => placeless('check.broken', layer, 'broken');

function placeless(code: Finding['code'], layer: FindingLayer, status: Finding['status']): Finding {
  return { code, layer, status, pointer: null, span: null };
}
