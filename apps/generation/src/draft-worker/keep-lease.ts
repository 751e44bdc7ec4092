export interface KeptLease {
  /** Aborted when the lease is lost, or can no longer be known to hold. */
  readonly signal: AbortSignal;
  release(): void;
}

/**
 * Renews a lease at a third of its length. Told that it is lost, or unable to renew for nine tenths of it, the holder
 * must stop: `signal` is aborted. A lease counts from when it was asked for, since nobody knows when in between the
 * database began it.
 *
 * @param claimedFrom the monotonic clock before the claim was sent
 */
export function keepLease(
  renew: () => Promise<boolean>,
  leaseMs: number,
  claimedFrom: number,
  monotonic: () => number,
): KeptLease {
  const lost = new AbortController();
  let watchdog: NodeJS.Timeout | undefined;
  let latest = claimedFrom;
  const held = (since: number): void => {
    clearTimeout(watchdog);
    latest = Math.max(latest, since);
    if (!lost.signal.aborted) watchdog = setTimeout(() => lost.abort(), leaseMs * 0.9 - (monotonic() - latest));
  };
  const renewal = setInterval(() => {
    const askedAt = monotonic();
    renew().then(
      (kept) => (kept ? held(askedAt) : lost.abort()),
      () => undefined,
    );
  }, leaseMs / 3);
  held(claimedFrom);
  const release = (): void => {
    clearInterval(renewal);
    clearTimeout(watchdog);
  };
  lost.signal.addEventListener('abort', release, { once: true });
  return { signal: lost.signal, release };
}
