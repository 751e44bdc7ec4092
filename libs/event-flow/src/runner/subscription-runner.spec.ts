import fc from 'fast-check';

import { type IncomingRecord } from '#libs/contracts';

import { OutageError } from '../failures/failures.js';
import { type FetchedBatch } from '../ports/consumer-runner.port.js';
import { type Verdict } from './next-step.js';
import { type RunnerObserver } from './runner-observer.port.js';
import { SubscriptionRunner } from './subscription-runner.js';

const observer: RunnerObserver = {
  inFlight: () => undefined,
  stepped: () => undefined,
  stuck: () => undefined,
  buried: () => undefined,
  buryBlocked: () => undefined,
};
const limits = { bugTries: 3, graceMs: 5_000, deadlineMs: 30_000, tickMs: 500, paceMs: 25 };

const record = (offset: number, key: string | null): IncomingRecord => ({
  topic: 'answers.rejected.v1',
  partition: 0,
  offset: String(offset),
  timestamp: '0',
  key: key === null ? null : Buffer.from(key),
  headers: [],
  value: Buffer.from('{}'),
});

/** What one try of a record comes to, and after how many milliseconds. */
type Try = { readonly ms: number; readonly ends: 'finished' | 'bug' | 'outage' | 'retry' | 'deadLetter' };

const verdictOf: Record<Try['ends'], () => Verdict> = {
  finished: () => ({ kind: 'finished' }),
  bug: () => ({ kind: 'threw', error: new TypeError('bug') }),
  outage: () => ({ kind: 'threw', error: new OutageError('kafka.away') }),
  retry: () => ({ kind: 'retry' }),
  deadLetter: () => ({ kind: 'deadLetter', refusal: { code: 'event.schema', pointer: null } }),
};

/** A partition with a group's committed offset, a runner on it, and a log of what must hold. */
class Partition {
  committed = 0;
  givenBack = 0;
  readonly finished = new Set<number>();
  readonly breaches: string[] = [];
  readonly taken: number[][] = [];
  private readonly running = new Map<string, number>();
  private rebalanced = false;
  private paused = false;

  constructor(
    readonly keys: readonly (string | null)[],
    private readonly tries: Try[],
    private readonly mode: { batch: number; runs: boolean },
  ) {}

  createRunner(): SubscriptionRunner {
    const handle = (records: readonly IncomingRecord[]) => this.handle(records);
    const post = async ({ record: { offset } }: { record: IncomingRecord }) => {
      if (this.tries.length % 3 === 1) throw new OutageError('kafka.away');
      this.finished.add(Number(offset));
    };
    return new SubscriptionRunner({ ...this.mode, unitsAtOnce: 3, handle }, post, observer, limits);
  }

  revoke(): void {
    this.rebalanced = true;
  }

  async consume(): Promise<void> {
    const runner = this.createRunner();
    while (this.committed < this.keys.length) {
      if (this.paused) await pause(100);
      else await runner.drain(this.fetch()).catch(() => (this.rebalanced = false));
    }
  }

  fetch(): FetchedBatch {
    const from = this.committed;
    return {
      partition: 0,
      records: this.keys.slice(from).map((key, index) => record(from + index, key)),
      heartbeat: () => (this.rebalanced ? Promise.reject(new Error('rebalancing')) : Promise.resolve()),
      passOver: () => undefined,
      commitThrough: async (offset) => {
        for (let at = 0; at <= Number(offset); at += 1)
          if (!this.finished.has(at)) this.breaches.push(`committed ${offset}, but ${at} is unfinished`);
        this.committed = Number(offset) + 1;
      },
      pause: () => {
        this.paused = true;
        this.givenBack += 1;
        return () => (this.paused = false);
      },
    };
  }

  private async handle(records: readonly IncomingRecord[]): Promise<Verdict[]> {
    this.taken.push(records.map(({ offset }) => Number(offset)));
    for (const one of records) this.enter(one, Number(records[0]?.offset));
    const tries = records.map(() => this.tries.pop() ?? { ms: 1, ends: 'finished' as const });
    await pause(Math.max(...tries.map(({ ms }) => ms)));
    const joint = this.mode.runs ? tries.slice(0, 1) : tries;
    return records.map((one, index) => {
      const { ends } = joint[index] ?? joint[0] ?? { ends: 'finished' as const };
      this.running.delete(this.laneOf(one));
      if (ends === 'finished') this.finished.add(Number(one.offset));
      return verdictOf[this.mode.runs && ends === 'deadLetter' ? 'bug' : ends]();
    });
  }

  private enter(one: IncomingRecord, runFrom: number): void {
    const lane = this.laneOf(one);
    if (this.running.has(lane)) this.breaches.push(`lane ${lane} twice at once`);
    this.running.set(lane, Number(one.offset));
    const end = this.mode.runs ? runFrom : Number(one.offset);
    this.keys.slice(0, end).forEach((key, at) => {
      if (key !== null && key === one.key?.toString() && !this.finished.has(at))
        this.breaches.push(`${one.offset} before ${at} of the same key`);
    });
  }

  private laneOf({ key, offset }: IncomingRecord): string {
    return this.mode.runs ? offset : (key?.toString() ?? `#${offset}`);
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function untilConsumed(partition: Partition, revocations: readonly number[]): Promise<void> {
  let over = false;
  void partition.consume().then(() => (over = true));
  for (const ms of revocations) {
    await jest.advanceTimersByTimeAsync(ms);
    partition.revoke();
  }
  for (let step = 0; step < 400 && !over; step += 1) await jest.advanceTimersByTimeAsync(1_000);
  expect(over).toBe(true);
}

describe('subscription runner', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const keys = fc.array(fc.option(fc.constantFrom('a', 'b', 'c')), { minLength: 1, maxLength: 12 });
  const tries = fc.array(
    fc.record({
      ms: fc.integer({ min: 0, max: 2_000 }),
      ends: fc.constantFrom('finished', 'finished', 'bug', 'outage', 'retry', 'retry', 'retry', 'deadLetter'),
    }),
    { maxLength: 40 },
  );
  const revocations = fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 4 });
  const modes = fc.constantFrom({ batch: 1, runs: false }, { batch: 5, runs: false }, { batch: 4, runs: true });

  it('given any interleaving of finishes, failures and revocations, then the committed offset never passes an unfinished record, and all get finished', async () => {
    await fc.assert(
      fc.asyncProperty(keys, tries, revocations, modes, async (someKeys, someTries, someRevocations, mode) => {
        const partition = new Partition(someKeys, [...someTries], mode);
        await untilConsumed(partition, someRevocations);
        expect(partition.breaches).toEqual([]);
        expect(partition.finished.size).toBe(someKeys.length);
        jest.clearAllTimers();
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('given a record that asks to wait, then other lanes go on and its batch is given back, not redone', async () => {
    const waits = Array.from({ length: 16 }, () => ({ ms: 1, ends: 'retry' as const }));
    const partition = new Partition(['a', 'b', 'a'], waits, { batch: 1, runs: false });
    await untilConsumed(partition, []);
    expect(partition.breaches).toEqual([]);
    expect(partition.givenBack).toBeGreaterThan(0);
    expect(partition.taken.filter(([offset]) => offset === 2)).toHaveLength(1);
  });

  it('given a stop, then what flows is finished and committed, and nothing new starts', async () => {
    const partition = new Partition(['a', 'a'], [{ ms: 400, ends: 'finished' }], { batch: 1, runs: false });
    const runner = partition.createRunner();
    const drained = runner.drain(partition.fetch());
    await jest.advanceTimersByTimeAsync(100);
    runner.stop();
    await jest.advanceTimersByTimeAsync(400);
    await drained;
    expect([partition.committed, partition.taken]).toEqual([1, [[0]]]);
  });

  it('given a slice that does not end, when stopped, then the grace time is all it gets, and its signal is aborted', async () => {
    let signal: AbortSignal | undefined;
    const handle = (_: readonly IncomingRecord[], given: AbortSignal) => {
      signal = given;
      return new Promise<never>(() => undefined);
    };
    const runner = new SubscriptionRunner(
      { batch: 1, runs: false, unitsAtOnce: 1, handle },
      () => Promise.resolve(),
      observer,
      limits,
    );
    const commits: string[] = [];
    const drained = runner.drain({
      partition: 0,
      records: [record(0, 'a')],
      heartbeat: () => Promise.resolve(),
      passOver: () => undefined,
      commitThrough: async (offset) => void commits.push(offset),
      pause: () => () => undefined,
    });
    await jest.advanceTimersByTimeAsync(0);
    runner.stop();
    await jest.advanceTimersByTimeAsync(limits.graceMs + 1);
    await drained;
    expect([commits, signal?.aborted]).toEqual([[], true]);
  });
});
