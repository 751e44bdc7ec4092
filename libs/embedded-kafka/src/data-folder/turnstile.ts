/** Lets tasks through one after the other, in the order they came; a failing task does not stop the next. */
export class Turnstile {
  private tail: Promise<unknown> = Promise.resolve();

  pass<R>(task: () => Promise<R>): Promise<R> {
    const run = this.tail.then(task);
    this.tail = run.catch(() => undefined);
    return run;
  }
}
