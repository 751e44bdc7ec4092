import { type Finish, type ModelProfile } from '#libs/contracts';
import { assertNever } from '#libs/kernel';
import { type ModelClient, type ModelRequest, type ModelResult } from '#libs/model-client';

import { type ConformanceTest, probeSchema } from './conformance.js';
import { type Oddity, streamOddities } from './stream-oddities.js';

/** What one test came to: codes and counts, and no word of what a model said. */
export interface TestResult {
  readonly name: string;
  readonly capability: ConformanceTest['capability'];
  /** `inconclusive`: the endpoint was not asked, or did not come to an answer; nothing is known of the capability. */
  readonly outcome: 'passed' | 'failed' | 'inconclusive';
  /** Why there is no response; null where there is one. */
  readonly code: string | null;
  readonly finish: readonly Finish[];
  readonly usageReported: boolean;
  /** The name that the response gives its model. */
  readonly namedModel: string | null;
  readonly oddities: readonly Oddity[];
}

/** Asks one test after the other: an endpoint that limits its rate is not run into it. */
export async function runConformance(
  client: ModelClient,
  profile: ModelProfile,
  tests: readonly ConformanceTest[],
  told: (result: TestResult) => void,
): Promise<readonly TestResult[]> {
  const results: TestResult[] = [];
  for (const test of tests) {
    const request = requestOf(test, profile);
    const ended = await client.complete(request, new AbortController().signal, {
      beforeSend: () => Promise.resolve(true),
    });
    const result = resultOf(test, ended, profile);
    results.push(result);
    told(result);
  }
  return results;
}

function requestOf(
  { name, asks, schema = probeSchema }: ConformanceTest,
  { model, limits }: ModelProfile,
): ModelRequest {
  const { prompt, outputTokens = 400, ...form } = asks;
  return {
    model,
    messages: [{ role: 'user', content: prompt }],
    ...form,
    schema: { name: 'probe', schema },
    limits: {
      totalMs: limits.callMs,
      idleMs: limits.idleMs,
      outputBytes: limits.outputBytes,
      outputTokens: Math.min(limits.outputTokens, outputTokens),
    },
    marker: `probe/${name}`,
  };
}

const nothing = { finish: [], usageReported: false, namedModel: null, oddities: [] } as const;

function resultOf(test: ConformanceTest, ended: ModelResult, { adapter }: ModelProfile): TestResult {
  const { name, capability } = test;
  switch (ended.kind) {
    case 'response': {
      const { inputTokens, outputTokens } = ended.tokens;
      return {
        ...{ name, capability, outcome: test.passes(ended) ? 'passed' : 'failed', code: null },
        finish: ended.choices.map(({ finish }) => finish),
        usageReported: inputTokens !== null && outputTokens !== null && ended.tokens.estimated !== true,
        namedModel: ended.model,
        oddities: streamOddities(Buffer.from(ended.raw?.body ?? []).toString(), adapter),
      };
    }
    case 'refused': {
      const outcome = ended.reason === 'request' ? 'failed' : 'inconclusive';
      return { name, capability, outcome, code: `provider.${codeOf[ended.reason]}`, ...nothing };
    }
    case 'broken':
    case 'unanswered':
      return { name, capability, outcome: 'inconclusive', code: ended.code, ...nothing };
    case 'abandoned':
    case 'not_sent':
      return { name, capability, outcome: 'inconclusive', code: ended.kind, ...nothing };
    default:
      return assertNever(ended);
  }
}

const codeOf = {
  request: 'request_refused',
  host: 'host_refused',
  rate_limited: 'rate_limited',
  unavailable: 'unavailable',
} as const;
