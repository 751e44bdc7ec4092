export interface KeptLease {
  /** Aborted when the lease is lost, or can no longer be known to hold. */
  readonly signal: AbortSignal;
  release(): void;
}

/**
 * Renews a lease at a third of its length. Told that it is lost, or unable to renew for nine tenths of it, the holder
 * must stop: `signal` is aborted.
 */
export function keepLease(renew: () => Promise<boolean>, leaseMs: number): KeptLease {
  const lost = new AbortController();
  let watchdog: NodeJS.Timeout | undefined;
  const held = (): void => {
    clearTimeout(watchdog);
    if (!lost.signal.aborted) watchdog = setTimeout(() => lost.abort(), leaseMs * 0.9);
  };
  const renewal = setInterval(() => {
    const askedAt = performance.now();
    renew().then(
      (kept) => {
        // An answer that took long says less about the present: the watchdog counts from when it was asked for.
        if (kept && performance.now() - askedAt < leaseMs / 3) held();
        else if (!kept) lost.abort();
      },
      () => undefined,
    );
  }, leaseMs / 3);
  held();
  const release = (): void => {
    clearInterval(renewal);
    clearTimeout(watchdog);
  };
  lost.signal.addEventListener('abort', release, { once: true });
  return { signal: lost.signal, release };
}
