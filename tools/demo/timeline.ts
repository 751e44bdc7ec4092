import {
  type Draft,
  type FailedNotice,
  type PublishedAnswer,
  type Rejection,
  type RepairRequest,
} from '#libs/contracts';

import { type DemoExample } from './demo-example.js';
import { type Story, type StoryEvent } from './story.js';

/** The story of one question for a person at a terminal. Shows text only from what was published. */
export function timelineOf(example: DemoExample, events: readonly StoryEvent[], story: Story): string {
  const start = events[0]?.at ?? 0;
  const lines = events.map((event) => `  ${clock(event.at - start)}  ${event.type.padEnd(30)}${detailOf(event)}`);
  return [`${example.title}`, `  question: ${example.question.question}`, ...lines, closing(story), ''].join('\n');
}

const clock = (ms: number): string => `+${(ms / 1000).toFixed(3)} s`;

function closing(story: Story): string {
  const seal = story.sealVerified === null ? '' : `, seal ${story.sealVerified ? 'verified' : 'NOT VERIFIED'}`;
  const calls = story.modelCalls === 1 ? '1 call of a model' : `${story.modelCalls} calls of a model`;
  return `  ${calls}, gate: ${story.gateLatencyMs} ms from the draft to the client topic${seal}`;
}

function detailOf({ type, data }: StoryEvent): string {
  switch (type) {
    case 'answers.drafted.v1':
      return draftDetail(data as Draft);
    case 'answers.repair-requested.v1':
      return `structure: ${(data as RepairRequest).errors.map(({ code }) => code).join(', ')}`;
    case 'answers.rejected.v1':
      return `code ${(data as Rejection).code}`;
    case 'answer.completed.v1':
      return answerDetail(data as PublishedAnswer);
    case 'answer.failed.v1':
      return `${(data as FailedNotice).code}: ${(data as FailedNotice).message}`;
    default:
      return '';
  }
}

function draftDetail(draft: Draft): string {
  const { outcome, profile, evidence } = draft;
  const what =
    outcome.kind === 'failure' ? `failure ${outcome.code}` : `finish ${outcome.choices[0]?.finish ?? 'none'}`;
  const by = [draft.generationKind, profile?.model ?? profile?.id].filter(Boolean).join(' ');
  return `${evidence.mode}, ${by}, ${what}`;
}

function answerDetail(answer: PublishedAnswer): string {
  const indent = '\n                ';
  const lines = [
    ...answer.parts.flatMap(({ kind, text }) =>
      text.split('\n').map((line, at) => (at === 0 ? `(${kind}) ${line}` : line)),
    ),
    ...answer.citations.map(({ number, entity }) => `[${number}] ${entity.documentType} ${entity.identity}`),
    ...answer.limitations.map((limitation) => `limitation: ${limitation}`),
  ];
  return `${answer.answerSource}${indent}${lines.join(indent)}`;
}
