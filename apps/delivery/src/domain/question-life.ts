/**
 * The life of a question as a closed table. `ABSENT` is a row that the event at hand has just
 * opened; `AWAITING` is one that an earlier event opened before the question itself came.
 */
export const states = ['ABSENT', 'AWAITING', 'OPEN', 'DEFERRED', 'COMPLETED', 'FAILED', 'RETRACTED'] as const;
export type QuestionState = (typeof states)[number];

export const happenings = [
  'asked',
  'refused',
  'approved',
  'rejected',
  'reviewRequested',
  'retracted',
  'deadLettered',
  'overdue',
  'releaseRefused',
] as const;
export type Happening = (typeof happenings)[number];

/** A state: move there. `hold`: keep until the question, or the answer, is there. `late`: recorded, never published. */
export type Step = 'OPEN' | 'DEFERRED' | 'COMPLETED' | 'FAILED' | 'RETRACTED' | 'hold' | 'late' | 'ignore';

type Row = Readonly<Record<Happening, Step>>;

const unasked: Row = {
  asked: 'OPEN',
  refused: 'FAILED',
  approved: 'hold',
  rejected: 'hold',
  reviewRequested: 'hold',
  retracted: 'hold',
  deadLettered: 'ignore',
  overdue: 'ignore',
  releaseRefused: 'ignore',
};

const open: Row = {
  asked: 'ignore',
  refused: 'ignore',
  approved: 'COMPLETED',
  rejected: 'FAILED',
  reviewRequested: 'DEFERRED',
  retracted: 'hold',
  deadLettered: 'FAILED',
  overdue: 'FAILED',
  releaseRefused: 'ignore',
};

const closed: Row = {
  asked: 'ignore',
  refused: 'ignore',
  approved: 'late',
  rejected: 'late',
  reviewRequested: 'late',
  retracted: 'late',
  deadLettered: 'ignore',
  overdue: 'ignore',
  releaseRefused: 'ignore',
};

export const life: Readonly<Record<QuestionState, Row>> = {
  ABSENT: unasked,
  /** The id has a row, so a question that is refused under it gets no answer. */
  AWAITING: { ...unasked, refused: 'ignore' },
  OPEN: open,
  /** A question is deferred once; a second request says nothing new to the client. */
  DEFERRED: { ...open, reviewRequested: 'ignore' },
  /** A row whose bytes are not what was committed never goes; the client is told the failure instead. */
  COMPLETED: { ...closed, retracted: 'RETRACTED', releaseRefused: 'FAILED' },
  FAILED: closed,
  RETRACTED: closed,
};

export const step = (state: QuestionState, happening: Happening): Step => life[state][happening];

/** True once the client has its outcome. */
export const isClosed = (state: QuestionState): boolean =>
  state === 'COMPLETED' || state === 'FAILED' || state === 'RETRACTED';

/** The `sequence` of the last client event in this state; 0 before the first. */
export function sequenceOf(state: QuestionState): 0 | 1 | 2 | 3 {
  switch (state) {
    case 'DEFERRED':
      return 1;
    case 'COMPLETED':
    case 'FAILED':
      return 2;
    case 'RETRACTED':
      return 3;
    case 'ABSENT':
    case 'AWAITING':
    case 'OPEN':
      return 0;
  }
}
