/** Where a record of the batch is: a lane is the sequence of records with one key, and one of them runs at a time. */
type Place = 'queued' | 'running' | 'finished';

/**
 * The records of one fetched batch of a partition, by their index. Pure bookkeeping: in each lane order is kept, the
 * lowest offset whose lane is idle comes first, and no record is started more than `span` ahead of the first that is
 * unfinished, so that little comes again after a crash.
 */
export class Lanes {
  private readonly places: Place[];
  private readonly nextOfLane: (number | undefined)[];
  private readonly isHead: boolean[];
  private finished = 0;
  private underWay = 0;

  /**
   * `keys`: one for each record, null for a record without key, which is a lane of its own.
   * `done`: those that were finished before, when the batch came the last time.
   */
  constructor(
    keys: readonly (string | null)[],
    done: readonly boolean[] = [],
    private readonly span = 500,
  ) {
    this.places = keys.map((_, index) => (done[index] ? 'finished' : 'queued'));
    this.nextOfLane = keys.map(() => undefined);
    this.isHead = keys.map(() => true);
    const last = new Map<string, number>();
    keys.forEach((key, index) => this.joinLane(key, index, last));
    this.passFinished();
  }

  /** How many records from the first on are finished without a gap: what may be committed. */
  get prefix(): number {
    return this.finished;
  }

  get running(): number {
    return this.underWay;
  }

  get isDone(): boolean {
    return this.finished === this.places.length;
  }

  isFinished(index: number): boolean {
    return this.places[index] === 'finished';
  }

  /** The records that may start now or, where they wait, as the next of their lanes. */
  heads(): number[] {
    return Array.from({ length: this.reach - this.finished }, (_, step) => this.finished + step).filter(
      (index) => this.places[index] === 'queued' && this.isHead[index],
    );
  }

  /** Starts up to `most` records of different lanes, lowest first; `mayStart` holds back those that wait. */
  take(most: number, mayStart: (index: number) => boolean = () => true): number[] {
    const taken: number[] = [];
    const end = this.reach;
    for (let index = this.finished; index < end && taken.length < most; index += 1) {
      if (this.places[index] !== 'queued' || !this.isHead[index] || !mayStart(index)) continue;
      this.start(index);
      taken.push(index);
    }
    return taken;
  }

  /** Starts up to `most` consecutive records from the first unfinished on; nothing while others run. */
  takeRun(most: number, mayStart: (index: number) => boolean = () => true): number[] {
    if (this.underWay > 0 || this.isDone || !mayStart(this.finished)) return [];
    const end = Math.min(this.places.length, this.finished + most);
    const taken = Array.from({ length: end - this.finished }, (_, step) => this.finished + step);
    taken.forEach((index) => this.start(index));
    return taken;
  }

  finish(index: number): void {
    this.leave(index, 'finished');
    const next = this.nextOfLane[index];
    if (next !== undefined) this.isHead[next] = true;
    this.passFinished();
  }

  /** The record is to be taken again; its lane waits for it. */
  putBack(index: number): void {
    this.leave(index, 'queued');
  }

  private get reach(): number {
    return Math.min(this.places.length, this.finished + this.span);
  }

  private joinLane(key: string | null, index: number, last: Map<string, number>): void {
    if (key === null || this.places[index] === 'finished') return;
    const before = last.get(key);
    if (before !== undefined) {
      this.nextOfLane[before] = index;
      this.isHead[index] = false;
    }
    last.set(key, index);
  }

  private passFinished(): void {
    while (this.places[this.finished] === 'finished') this.finished += 1;
  }

  private start(index: number): void {
    this.places[index] = 'running';
    this.underWay += 1;
  }

  private leave(index: number, place: Place): void {
    if (this.places[index] !== 'running') throw new Error(`record ${index} of the batch does not run`);
    this.places[index] = place;
    this.underWay -= 1;
  }
}
