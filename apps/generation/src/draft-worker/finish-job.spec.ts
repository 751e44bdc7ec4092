import { type DraftAttempt } from '#libs/contracts';
import { OutageError, type Transaction, type Transactions } from '#libs/event-flow';
import { sha256 } from '#libs/kernel';

import { unknownUsage } from '../domain/cost.js';
import { failureDraft } from '../domain/draft.js';
import { configurationWith, scriptedProfile } from '../fixtures/configuration.fixture-spec.js';
import { type Claim, type JobQueue } from '../ports/job-queue.port.js';
import { Circuits } from './circuits.js';
import { type DraftingParts } from './drafting-parts.js';
import { finishJob } from './finish-job.js';
import { groundOf, heldJob, routeOf } from './held-job.js';

const received: DraftAttempt = { number: 1, state: 'RECEIVED', code: null, latencyMs: 10, usage: unknownUsage };
const claim: Claim = {
  jobId: '1',
  fencingToken: '1',
  job: {
    ...{ namespace: 'default', interactionId: 'question-1', ordinal: 0, channel: 'web' },
    questionDigest: sha256('question'),
    content: { question: { interactionId: 'question-1', channel: 'web', question: '?' }, errors: [] },
    traceparent: undefined,
  },
  questionBytes: 100,
  attempts: [],
  remainingMs: 10_000,
  claimedAt: new Date('2026-11-30T12:00:00Z'),
};

/** A database that is away for `outages` tries, and a fence that holds or not. */
function trial(outages: number, kept = true) {
  let tries = 0;
  const emitted: string[] = [];
  const late: DraftAttempt[] = [];
  const drafted: string[] = [];
  const transactions: Transactions = {
    run: (work) => {
      tries += 1;
      if (tries <= outages) return Promise.reject(new OutageError('the database is away'));
      return work({} as Transaction, (...events) => emitted.push(...events.map(({ topic }) => topic)));
    },
  };
  const parts: DraftingParts = {
    queue: { finish: () => Promise.resolve(kept) } as unknown as JobQueue,
    attempts: {
      begin: () => Promise.resolve(true),
      refused: () => Promise.resolve(),
      receivedLate: async (_claim, attempt) => void late.push(attempt),
    },
    transactions,
    models: { clientFor: () => Promise.resolve(undefined) },
    configuration: configurationWith(scriptedProfile()),
    circuits: new Circuits({ monotonic: () => 0 }),
    meter: {
      attemptEnded: () => undefined,
      drafted: (_kind, outcome) => drafted.push(outcome),
      downgraded: () => undefined,
      circuitMoved: () => undefined,
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    monotonic: () => 0,
  };
  const cutOff = new AbortController();
  const held = heldJob(claim, 0, { leaseLost: new AbortController().signal, cutOff: cutOff.signal }, () => 0);
  const finish = (attempt: DraftAttempt | null) =>
    finishJob(held, parts, failureDraft(groundOf(held, parts, routeOf(held, parts)), 'provider.broken'), attempt);
  return { finish, cutOff, emitted, late, drafted, tries: () => tries };
}

describe('finishing a job', () => {
  it('given a database that is away for a while, then what became of a call waits for it', async () => {
    const { finish, emitted, drafted, tries } = trial(2);
    await finish(received);
    expect(tries()).toBe(3);
    expect(emitted).toEqual(['answers.drafted.v1']);
    expect(drafted).toEqual(['provider.broken']);
  });

  it('given nothing was sent, then it does not wait: the next holder does it again', async () => {
    const { finish, emitted, tries } = trial(2);
    await expect(finish(null)).rejects.toThrow(OutageError);
    expect(tries()).toBe(1);
    expect(emitted).toEqual([]);
  });

  it('given the service is cut off, then it waits no longer', async () => {
    const { finish, cutOff, tries } = trial(100);
    cutOff.abort();
    await expect(finish(received)).rejects.toThrow(OutageError);
    expect(tries()).toBe(1);
  });

  it('given another holder, then nothing is said and a received answer is recorded as late', async () => {
    const { finish, emitted, late, drafted } = trial(0, false);
    await finish(received);
    expect({ emitted, drafted }).toEqual({ emitted: [], drafted: [] });
    expect(late).toEqual([received]);
  });
});
