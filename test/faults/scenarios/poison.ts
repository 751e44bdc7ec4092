import { type OutgoingRecord } from '#libs/event-flow';

/** Every topic that a service reads and that carries the life of a question. */
const topics = [
  'questions.asked.v1',
  'answers.drafted.v1',
  'answers.repair-requested.v1',
  'answers.approved.v1',
  'answers.rejected.v1',
  'answers.retracted.v1',
  'dlq.generation.v1',
  'dlq.validation.v1',
] as const;

type Header = readonly [name: string, value: string];
type Poison = (topic: string, interactionId: string) => { headers: readonly Header[]; value: string | Buffer | null };

const attributes = (type: string): Header[] => [
  ['ce_specversion', '1.0'],
  ['ce_id', `poison-${type}`],
  ['ce_source', 'urn:poisoner'],
  ['ce_type', type],
];
const json: Header = ['content-type', 'application/json'];

/** One of each kind; each names a question that is open, so that whatever it closes is seen. */
const kinds: readonly Poison[] = [
  () => ({ headers: [], value: null }),
  () => ({ headers: [], value: Buffer.from([0xff, 0xfe, 0x00]) }),
  (topic, interactionId) => ({ headers: [...attributes(topic), json], value: `{"interactionId":"${interactionId}"` }),
  (topic, interactionId) => ({ headers: [...attributes(topic), json, json], value: JSON.stringify({ interactionId }) }),
  (topic, interactionId) => ({ headers: [...attributes(topic), json], value: JSON.stringify({ interactionId }) }),
  (_topic, interactionId) => ({ headers: [...attributes('other.v1'), json], value: JSON.stringify({ interactionId }) }),
  (topic) => ({ headers: [...attributes(topic), ['content-type', 'text/plain']], value: 'text' }),
  () => ({ headers: [['content-type', 'application/cloudevents-batch+json']], value: '[]' }),
  (topic) => ({ headers: [...attributes(topic), json], value: `${'['.repeat(5_000)}${']'.repeat(5_000)}` }),
  (topic, interactionId) => ({
    headers: [...attributes(topic), json],
    value: JSON.stringify({ interactionId, namespace: 'default', text: 'x'.repeat(100 * 1024) }),
  }),
];

export function poison(open: readonly string[]): OutgoingRecord[] {
  return topics.flatMap((topic) =>
    kinds.map((kind, index) => {
      const interactionId = open[index % Math.max(1, open.length)] ?? 'nobody-asked-this';
      const { headers, value } = kind(topic, interactionId);
      return {
        topic,
        key: Buffer.from(`default/${interactionId}`),
        headers: headers.map(([name, text]) => [name, Buffer.from(text)] as const),
        value: typeof value === 'string' ? Buffer.from(value) : value,
      };
    }),
  );
}
