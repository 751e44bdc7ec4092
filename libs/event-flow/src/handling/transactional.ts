import { type IncomingRecord, type OutgoingEvent, type Refusal } from '#libs/contracts';

import { classify } from '../failures/classify.js';
import { type Acquaintance, fileInInbox, type InboxEntry } from '../inbox/inbox.js';
import { type Handling } from '../runner/handling.port.js';
import { type Verdict } from '../runner/next-step.js';
import { type SliceResult, type TransactionalContext } from '../slice.js';
import { type Transactions } from '../transactions.port.js';

export interface TransactionalParts {
  readonly group: string;
  readonly batch: number;
  /** The tasks of a batch at once, not one after the other. */
  readonly together: boolean;
  readonly transactions: Transactions;
}

/** What is to be done with a record in the transaction. */
export interface Task {
  readonly entry: InboxEntry;
  readonly handle: (context: TransactionalContext) => Promise<SliceResult>;
}

/** Reads a record: a task, or why it is poison. */
export type Prepare = (record: IncomingRecord) => Task | Refusal;

/** Batches under way at once: while one commits the next collects. More would begin with the few records of one partition. */
const unitsAtOnce = 2;

/** A slice of the batch answered something else than done: rolls the transaction back, with what it wrote. */
class NotDone extends Error {
  constructor(readonly verdict: Verdict) {
    super('a record of the batch is not done');
  }
}

/** Inbox rows, state and outbox rows of a batch in one transaction; a batch that can't be kept whole is done singly. */
export function transactionalHandling(parts: TransactionalParts, prepare: Prepare): Handling {
  return {
    batch: parts.batch,
    unitsAtOnce,
    runs: false,
    handle: async (records, signal) => {
      const prepared = records.map((record) => prepareSafely(prepare, record));
      const tasks = inKeyOrder(records, prepared);
      const verdicts = await perform(parts, tasks, signal);
      const byTask = new Map(tasks.map((task, index) => [task, verdicts[index]]));
      return prepared.map((one) => ('entry' in one ? (byTask.get(one) ?? { kind: 'alone' }) : one));
    },
  };
}

function prepareSafely(prepare: Prepare, record: IncomingRecord): Task | Verdict {
  try {
    const found = prepare(record);
    return 'entry' in found ? found : { kind: 'deadLetter', refusal: found };
  } catch (error) {
    return { kind: 'threw', error };
  }
}

/** Aggregates are locked in the order of their keys, so that two batches can't wait for each other. */
function inKeyOrder(records: readonly IncomingRecord[], prepared: readonly (Task | Verdict)[]): Task[] {
  return prepared
    .flatMap((one, index) =>
      'entry' in one ? [{ task: one, key: records[index]?.key?.toString('latin1') ?? '' }] : [],
    )
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ task }) => task);
}

async function perform(parts: TransactionalParts, tasks: readonly Task[], signal: AbortSignal): Promise<Verdict[]> {
  if (tasks.length === 0) return [];
  try {
    return await parts.transactions.run(async (tx, emit) => {
      const entries = tasks.map(({ entry }) => entry);
      const acquaintances = await fileInInbox(tx, parts.group, entries);
      const answer = (task: Task, index: number) => answerOf(task, acquaintances[index], { tx, signal });
      const answers = await (parts.together ? atOnce : inTurn)(tasks, answer);
      emit(...answers.flatMap(({ events }) => events));
      return answers.map(({ verdict }) => verdict);
    });
  } catch (error) {
    return tasks.map(() => afterRollback(error, tasks.length));
  }
}

interface Answer {
  readonly verdict: Verdict;
  readonly events: readonly OutgoingEvent[];
}

type AnswerTask = (task: Task, index: number) => Promise<Answer>;

async function answerOf(
  task: Task,
  acquaintance: Acquaintance | undefined,
  context: TransactionalContext,
): Promise<Answer> {
  if (acquaintance !== 'new') return { verdict: metBefore(acquaintance), events: [] };
  const result: SliceResult = await task.handle(context);
  if (result.kind !== 'done') throw new NotDone(result.kind === 'retry' ? { kind: 'retry' } : result);
  return { verdict: { kind: 'finished' }, events: result.events };
}

async function inTurn(tasks: readonly Task[], answer: AnswerTask): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const [index, task] of tasks.entries()) answers.push(await answer(task, index));
  return answers;
}

/**
 * Waits for all, failed or not: the transaction must not end while one still writes. The first failure is the cause,
 * the later ones may only say that the transaction is broken.
 */
async function atOnce(tasks: readonly Task[], answer: AnswerTask): Promise<Answer[]> {
  const failures: unknown[] = [];
  const noted = async (task: Task, index: number): Promise<Answer[]> => {
    try {
      return [await answer(task, index)];
    } catch (error) {
      failures.push(error);
      return [];
    }
  };
  const answers = await Promise.all(tasks.map(noted));
  if (failures.length > 0) throw failures[0];
  return answers.flat();
}

function metBefore(acquaintance: Acquaintance | undefined): Verdict {
  if (acquaintance === 'known') return { kind: 'finished', skipped: true };
  return { kind: 'deadLetter', refusal: { code: 'event.id_reused', pointer: null } };
}

/** An outage is nobody's fault and meets the batch as it is; anything else has one culprit, who is to be found. */
function afterRollback(error: unknown, batch: number): Verdict {
  if (batch > 1 && (error instanceof NotDone || classify(error) !== 'outage')) return { kind: 'alone' };
  return error instanceof NotDone ? error.verdict : { kind: 'threw', error };
}
