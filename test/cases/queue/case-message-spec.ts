import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A record of a case as a client hands it over. */
export interface CaseMessage {
  readonly partition: number;
  readonly offset: string;
  readonly key: string;
  readonly timestamp: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly value: string | null;
  readonly value_hex?: string;
}

export interface QueueCase {
  readonly id: string;
  readonly area: string;
  readonly given: {
    readonly messages?: readonly CaseMessage[];
    readonly produce?: { readonly value: { readonly char: string; readonly count: number } };
    readonly handler_ms?: number;
    readonly session_timeout_ms?: number;
  };
  readonly oracle: Readonly<Record<string, unknown>>;
}

export function queueCases(): QueueCase[] {
  const lines = readFileSync(join(__dirname, '..', 'cases.jsonl'), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as QueueCase).filter(({ area }) => area === 'queue');
}

/** The case's `c-1`, as our ids want it. */
export const interactionId = 'case-c-1';

/**
 * The case's invented fields as ours, in its own text, so that what is broken stays broken: `schema` is the type,
 * `eventId` the id, `caseId` the interaction; the value becomes a structured CloudEvent on `questions.asked.v1`.
 */
export function valueOf(message: CaseMessage): Buffer | null {
  if (message.value_hex !== undefined) return Buffer.from(message.value_hex, 'hex');
  if (message.value === null) return null;
  const text = message.value
    .replace(/"schema":"question\.v(\d+)"/, '"specversion":"1.0","source":"urn:cases:queue","type":"questions.asked.v$1"')
    .replace(/"eventId":("[^"]*")/, '"id":$1,"data":{"channel":"web"')
    .replace('"caseId":"c-1"', `"interactionId":"${interactionId}"`)
    .replace('"caseId":', '"interactionId":');
  return Buffer.from(`${text}}`);
}

/** The header `schema-version` is our `ce_type`, which must agree with the body; every other goes as it is. */
export function headersOf(message: CaseMessage): Record<string, string | string[]> {
  const headers = Object.entries(message.headers).map(([name, value]): [string, string | string[]] => {
    const values = [value].flat();
    if (name !== 'schema-version') return [name, values];
    return ['ce_type', values.map((version) => `questions.asked.v${version}`)];
  });
  return { 'content-type': 'application/cloudevents+json', ...Object.fromEntries(headers) };
}
