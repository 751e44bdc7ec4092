import {
  type Answer,
  answerDraftedV1,
  type Choice,
  type ContextReference,
  type ContextWindow,
  type Draft,
} from '#libs/contracts';
import { digestOfJson, sha256 } from '#libs/kernel';

/** Drafts for the specs: a window with two references, a fragment and an entity, and a model that answers well. */
export const answer: Answer = {
  answer: 'Order ORD-1042 left on 3 May [1].\n\nIt takes two days.',
  entityCitations: [{ documentType: 'ORDER', identity: 'ORD-1042' }],
  documentationCitations: ['DOC-SHIP-01'],
  limitations: ['Weekends are not counted [2].'],
};

export const contextWindow: ContextWindow = {
  entities: [{ documentType: 'ORDER', identity: 'ORD-1042' }],
  fragments: [{ id: 'DOC-ESC-03', text: 'Escalate after seven days.' }],
  references: [reference('DOC-SHIP-01'), reference('DOC-REFUND-02')],
};

export function reference(id: string, applicability = 'everywhere'): ContextReference {
  return {
    id,
    entity: { documentType: 'DOCUMENT', identity: `about ${id}` },
    revision: '7',
    digest: sha256(id),
    applicability,
    readers: 'everyone',
    text: 'Orders leave within two days.',
    executionRecord: 'unknown',
  };
}

export const choice = (content: string | null, more: Partial<Choice> = {}): Choice => ({
  index: 0,
  content,
  refusal: null,
  reasoning: null,
  toolCalls: [],
  finish: 'complete',
  finishReason: 'stop',
  ...more,
});

export function draft(more: Partial<Draft> = {}): Draft {
  const window = more.window ?? contextWindow;
  return {
    ...answerDraftedV1.example,
    interactionId: 'question-1042',
    window,
    contextDigest: digestOfJson(window),
    answerSource: 'KNOWLEDGE_GROUNDED',
    generationKind: 'SCRIPTED_MODEL',
    mode: { asked: 'strict', used: 'json_schema' },
    profile: {
      id: 'scripted',
      digest: sha256('profile'),
      adapter: 'openai',
      model: 'scripted-model',
      aliases: ['scripted-model-2026'],
      unprobed: true,
    },
    ...more,
  };
}

/** A draft whose one choice is the given text, or the answer as JSON with some members replaced. */
export function draftOf(content: string | Partial<Answer>, more: Partial<Draft> = {}): Draft {
  const text = typeof content === 'string' ? content : JSON.stringify({ ...answer, ...content });
  return draftOfChoices([choice(text)], more);
}

export function draftOfChoices(choices: Choice[], more: Partial<Draft> = {}, model: string | null = null): Draft {
  return draft({ ...more, outcome: { kind: 'response', model, choices } });
}
