/** What one scrape of a service's own `/metrics` says of its flow. */
export interface ServiceMetrics {
  /** Milliseconds that the scrape took. */
  readonly tookMs: number;
  /** The longest that the event loop was held since the scrape before, in milliseconds. */
  readonly loopHeldMs: number;
  /** Records not yet committed, by topic. */
  readonly lag: ReadonlyMap<string, number>;
}

/** undefined where the service does not answer within 10 s. */
export async function scrape(url: string): Promise<ServiceMetrics | undefined> {
  const started = performance.now();
  const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  return text === undefined ? undefined : { tookMs: Math.round(performance.now() - started), ...readMetrics(text) };
}

/** Reads the Prometheus text format as far as it is wanted here. */
export function readMetrics(text: string): Omit<ServiceMetrics, 'tookMs'> {
  const held = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1];
  const lags = text.matchAll(/^imprimatur_consumer_lag\{topic="([^"]+)"\} (\d+)$/gm);
  return {
    loopHeldMs: Math.round(Number(held ?? NaN) * 1000),
    lag: new Map([...lags].map(([, topic = '', records]) => [topic, Number(records)])),
  };
}
