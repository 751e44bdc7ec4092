/**
 * Milliseconds between the beginnings of two rounds to the broker or the outbox. A round costs more than a record: at
 * rest the first record is met at once, and under load those that come within this time go together.
 */
export const paceMs = 25;

/** What begins a round asks for its end; all who ask before it is over share it. */
export class Pace {
  private round: Promise<void> | null = null;

  constructor(private readonly everyMs: number) {}

  /** Resolves when the next round may begin. */
  roundOver(): Promise<void> {
    this.round ??= new Promise((resolve) =>
      setTimeout(() => {
        this.round = null;
        resolve();
      }, this.everyMs),
    );
    return this.round;
  }
}
