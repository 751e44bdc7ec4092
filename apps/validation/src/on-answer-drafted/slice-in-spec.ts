import {
  answerDraftedV1,
  type ConfigurationSnapshot,
  type Draft,
  eventId,
  type IncomingEvent,
  type IncomingRecord,
  makeEvent,
  type OutgoingEvent,
  readEvent,
} from '#libs/contracts';
import { type SliceResult } from '#libs/event-flow';
import { sha256 } from '#libs/kernel';
import { type KeySet, generateSigningKey, readKeySet, readSigningKey, sealAnswer } from '#libs/seal';

import { configurationWait } from './configuration-wait.js';
import { onAnswerDrafted } from './on-answer-drafted.js';

/** The slice with a real key, a clock that the spec turns and a list of what was counted. */
export interface SliceInSpec {
  readonly keys: KeySet;
  readonly counted: string[];
  readonly clock: { now: number };
  handle(draft: Draft): Promise<SliceResult>;
}

export const configuration: ConfigurationSnapshot = {
  revision: 4,
  profiles: [{ id: 'extractive', adapter: 'extractive', enabled: true }],
  policies: [
    { id: 'all', namespace: null, channel: null, profile: 'extractive', allowUnprobed: [], reviewWithinMs: 1000 },
  ],
  channels: [{ id: 'web', namespaces: 'every' }],
  apiTokens: [],
  digest: sha256('configuration 4'),
};

export async function sliceInSpec(): Promise<SliceInSpec> {
  const { privateJwk, publicJwk } = await generateSigningKey('spec-key');
  const key = await readSigningKey(privateJwk);
  const keys = readKeySet({ keys: [{ ...publicJwk, status: 'active' }] });
  if (!key.ok || !keys.ok) throw new Error('a new key is readable');
  const clock = { now: 0 };
  const counted: string[] = [];
  const slice = onAnswerDrafted({
    configuration: () => configuration,
    wait: configurationWait(() => clock.now),
    seal: (answer, issuedAt) => sealAnswer(answer, issuedAt, key.value),
    decided: (decision, code) => counted.push(`${decision} ${code}`.trim()),
  });
  const signal = new AbortController().signal;
  return { keys: keys.value, counted, clock, handle: async (draft) => slice(asRead(draft), { signal }) };
}

/** The draft as it comes off the broker: made as generation makes it, within its limit, and read by its contract. */
function asRead(draft: Draft): IncomingEvent<Draft> {
  const made = makeEvent({
    definition: answerDraftedV1,
    data: draft,
    id: eventId('default/question-1042', answerDraftedV1.type, 0),
    source: 'urn:imprimatur:generation',
    time: '2026-11-30T13:00:00.500Z',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  });
  if (!made.ok) throw new Error(`the draft is above its limit: ${made.failure.bytes}`);
  const read = readEvent(recordOf(made.value), answerDraftedV1, 'cluster');
  if (!read.ok) throw new Error(`the draft is refused: ${read.failure.code} ${read.failure.pointer}`);
  return read.value;
}

export function recordOf({ topic, key, headers, value }: OutgoingEvent): IncomingRecord {
  const pairs = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)] as const);
  return { topic, partition: 3, offset: '17', timestamp: '0', key: Buffer.from(key), headers: pairs, value };
}
