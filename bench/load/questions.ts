import { randomUUID } from 'node:crypto';

import { type Question, questionAskedV1 } from '#libs/contracts';
import { type EventPublisher } from '#libs/event-flow';
import { sha256 } from '#libs/kernel';

import { type Script } from '../../examples/scripted-provider/index.js';

const hourMs = 3_600_000;
const perSend = 500;
const reference = 'docs/architecture#the-gate';
const fact = 'A check that throws or lacks its input is broken, and the answer is rejected.';

/** The model of `demoConfiguration`: it answers every question after a while, about 1 kB and well founded. */
export function slowModel(delayMs: number): Script {
  const answer = Array.from({ length: 12 }, () => `${fact} [1]`).join('\n\n');
  const entity = { documentType: 'page', identity: 'docs/architecture' };
  const content = { answer, entityCitations: [entity], documentationCitations: [reference], limitations: [] };
  const reply = { kind: 'message' as const, delayMs, chunks: 20, content: JSON.stringify(content) };
  return { model: 'scripted-demo', rules: [{ match: '', replies: [reply] }] };
}

/** Makes questions of about `bytes` bytes each, all with an hour's time and under fresh ids. */
export function questionMaker(bytes: number): (namespace: string) => Question {
  const text = fact.repeat(Math.max(1, Math.ceil((bytes - 600) / fact.length)));
  const references = [
    {
      ...{ id: reference, entity: { documentType: 'page', identity: 'docs/architecture' }, revision: '1' },
      ...{ digest: sha256(text), applicability: 'this version', readers: 'everyone' as const },
      ...{ text, executionRecord: 'unknown' as const },
    },
  ];
  return (namespace) => ({
    ...{ interactionId: randomUUID(), namespace, channel: 'web', timeoutMs: hourMs },
    question: 'What does a broken check do to an answer?',
    context: { references },
  });
}

/** Publishes them as any upstream system would: bare JSON, keyed by the interaction. */
export async function ask(publisher: EventPublisher, questions: readonly Question[]): Promise<void> {
  for (let from = 0; from < questions.length; from += perSend) {
    await publisher.publish(questions.slice(from, from + perSend).map(recordOf));
  }
}

const recordOf = (question: Question) => ({
  topic: questionAskedV1.type,
  key: Buffer.from(questionAskedV1.key(question)),
  headers: [],
  value: Buffer.from(JSON.stringify(question)),
});
