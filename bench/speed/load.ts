import {
  answerDraftedV1,
  type ConfigurationSnapshot,
  type Draft,
  eventId,
  interactionKey,
  makeEvent,
  type Question,
  questionDigest,
} from '#libs/contracts';
import { digestOfJson } from '#libs/kernel';

import { type LoadRecord } from './broker-view.js';

/** The fixed load: a draft of 4 kB on its topic, of which the model's answer is 1 kB, streamed in 20 pieces. */
export const load = { draftBytes: 4096, answerBytes: 1024, chunks: 20, partitions: 12, callsAtOnce: 16 } as const;

export const model = 'scripted-bench';
export const channel = 'web';
const namespace = 'default';
const timeoutMs = 3_600_000;

const sentence = 'A broken check never approves, and the draft it looked at is rejected whole. ';
const textOf = (bytes: number): string =>
  sentence
    .repeat(Math.ceil(bytes / sentence.length))
    .slice(0, bytes)
    .trim();

/** What the model says: JSON of the answer contract, 1 kB. */
export const answer = answerOf(load.answerBytes);

function answerOf(bytes: number): string {
  const contract = (text: string) =>
    JSON.stringify({ answer: text, entityCitations: [], documentationCitations: ['docs/decisions'], limitations: [] });
  return contract(textOf(bytes - contract('').length));
}

function question(interactionId: string, sourceBytes: number): Question {
  const fragments = [{ id: 'docs/decisions', text: textOf(sourceBytes) }];
  return { interactionId, channel, question: 'What happens to a broken check?', context: { fragments }, timeoutMs };
}

/** Questions and the drafts that generation would make of them, under a configuration. */
export class Load {
  private readonly sourceBytes: number;
  private made = 0;

  constructor(
    private readonly configuration: ConfigurationSnapshot,
    /** Sets the ids of one run apart from those of another. */
    private readonly run: string,
  ) {
    const without = this.draft(question(this.nameOf(0), 100)).value.length;
    this.sourceBytes = 100 + load.draftBytes - without;
  }

  questions(count: number): Question[] {
    return Array.from({ length: count }, () => question(this.nameOf((this.made += 1)), this.sourceBytes));
  }

  draft(asked: Question): LoadRecord {
    const data = this.draftData(asked);
    const made = makeEvent({
      definition: answerDraftedV1,
      data,
      id: eventId(interactionKey(data), answerDraftedV1.type, 0),
      source: 'urn:imprimatur:generation',
      time: new Date().toISOString(),
    });
    if (!made.ok) throw new Error('the draft of the load is too large');
    return { key: made.value.key, value: made.value.value, headers: made.value.headers };
  }

  private nameOf(number: number): string {
    return `${this.run}-${String(number).padStart(8, '0')}`;
  }

  private draftData(asked: Question): Draft {
    const { revision, digest, profiles } = this.configuration;
    const window = { entities: [], references: [], fragments: asked.context?.fragments ?? [] };
    const profile = profiles.find(({ adapter }) => adapter === 'openai');
    const usage = { inputTokens: 100, outputTokens: 256, cost: null, currency: null };
    return {
      ...answerDraftedV1.example,
      interactionId: asked.interactionId,
      namespace,
      channel,
      questionDigest: questionDigest(asked),
      request: { ...answerDraftedV1.example.request, question: asked.question, timeoutMs },
      window,
      contextDigest: digestOfJson(window),
      answerSource: 'KNOWLEDGE_GROUNDED',
      generationKind: 'SCRIPTED_MODEL',
      mode: { asked: 'strict', used: 'strict' },
      profile: { id: profile?.id ?? '', digest, adapter: 'openai', model, aliases: [], unprobed: true },
      configuration: { revision, digest },
      attempts: [{ number: 1, state: 'RECEIVED', code: null, latencyMs: 12, usage }],
      usage,
      latencyMs: 12,
      outcome: { kind: 'response', model, choices: [choice] },
    };
  }
}

const choice = {
  index: 0,
  content: answer,
  refusal: null,
  reasoning: null,
  toolCalls: [],
  finish: 'complete' as const,
  finishReason: 'stop',
};

/** A question as an upstream publishes it: bare. */
export const questionRecord = (asked: Question): LoadRecord => ({
  key: `${namespace}/${asked.interactionId}`,
  value: Buffer.from(JSON.stringify(asked)),
});
