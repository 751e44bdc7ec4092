/** Rings for everybody who waits for its next ring. */
export class Bell {
  private waiting: (() => void)[] = [];

  ring(): void {
    for (const wake of this.waiting.splice(0)) wake();
  }

  /** @throws the signal's reason when it is aborted before the ring */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(signal.reason as Error);
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.push(() => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      });
    });
  }
}
