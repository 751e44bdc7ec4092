import { kafkaPublisher, type OutgoingRecord } from '#libs/event-flow';
import { generateSigningKey, readSigningKey, sealAnswer, type SigningKey } from '#libs/seal';
import { type IncomingRecord, type PublishedAnswer } from '#libs/contracts';

import { ordinaryQuestions } from '../ordinary-questions.js';
import { type PlannedQuestion } from '../question-plan.js';
import { type Field } from '../run/field.js';
import { everyBroker, type Scenario } from '../scenario.js';
import { type SeededRandom } from '../seeded-random.js';
import { poison } from './poison.js';

const rounds = 4;
const repeatable = ['questions.asked.v1', 'answers.drafted.v1', 'answers.approved.v1', 'answers.rejected.v1'];

export const hostileEvents: readonly Scenario[] = [
  {
    name: 'hostile-events',
    says: 'duplicate, reordered, poison, oversized and forged events among the genuine ones',
    brokers: everyBroker,
    pace: { bursts: rounds + 3, overMs: 8_000, kept: rounds + 1 },
    inFlight: true,
    deadLetters: true,
    questions: (prefix, count, random) =>
      ordinaryQuestions(prefix, count, random).map((question, index) => spoiled(question, index)),
    strike: async (field) => {
      const { brokers } = field.house.cluster;
      const publisher = kafkaPublisher({ brokers, clientId: 'hostile', createTopics: false });
      const stranger = await strangersKey();
      try {
        for (let round = 0; round < rounds; round++) {
          await field.underLoad();
          const again = field.random.shuffled(field.records().filter(({ topic }) => repeatable.includes(topic)));
          const forged = await forgeries(field, stranger);
          const mixed = field.random.shuffled([
            ...again.slice(0, 200).map(asItWas),
            ...poison(field.inFlight()),
            ...forged,
          ]);
          await publisher.publish(mixed);
        }
      } finally {
        await publisher.close();
      }
      field.faultEnds();
    },
  },
];

/** Of the questions that come by Kafka some are too large, hold an unknown member, or ask for what is not built. */
function spoiled(question: PlannedQuestion, index: number): PlannedQuestion {
  const { body } = question;
  switch (index % 20) {
    case 5:
      return { ...question, body: { ...body, question: 'x'.repeat(270 * 1024) }, ends: ['question.too_large'] };
    case 10:
      return { ...question, body: { ...body, strange: 1 }, ends: ['question.unknown_member'] };
    case 15:
      return {
        ...question,
        body: { ...body, retrieval: { strategy: 'keyword', limit: 1 } },
        ends: ['not_supported_yet'],
      };
    default:
      return question;
  }
}

/** Byte for byte, whatever came after it meanwhile. */
const asItWas = ({ topic, key, headers, value }: IncomingRecord): OutgoingRecord => ({ topic, key, headers, value });

async function strangersKey(): Promise<SigningKey> {
  const key = await readSigningKey((await generateSigningKey('stranger')).privateJwk);
  if (!key.ok) throw new Error('a fresh key cannot be read');
  return key.value;
}

/** For questions that are still open: a stranger's seal, and the seal of another answer. Each text has a canary. */
async function forgeries(field: Field, key: SigningKey): Promise<OutgoingRecord[]> {
  const model = field.records().find(({ topic, value }) => topic === 'published.web.v1' && value?.includes('"seal"'));
  if (model === undefined) return [];
  const genuine = JSON.parse(model.value!.toString()) as PublishedAnswer;
  const open = field.random.shuffled(field.inFlight()).slice(0, 10);
  const forged = open.map((interactionId) => ({ ...genuine, interactionId, text: `Forged. ${field.random.canary()}` }));
  const sealed = await Promise.all(forged.map((answer) => sealAnswer(answer, new Date(), key)));
  return [...forged, ...sealed].map((answer) => approvalOf(answer, field.random));
}

function approvalOf(answer: PublishedAnswer, random: SeededRandom): OutgoingRecord {
  const headers = {
    ce_specversion: '1.0',
    ce_id: `forged-${random.canary().slice(7)}`,
    ce_source: 'urn:forger',
    ce_type: 'answers.approved.v1',
    'content-type': 'application/json',
  };
  return {
    topic: 'answers.approved.v1',
    key: Buffer.from(`${answer.namespace}/${answer.interactionId}`),
    headers: Object.entries(headers).map(([name, value]) => [name, Buffer.from(value)] as const),
    value: Buffer.from(JSON.stringify(answer)),
  };
}
