import { createHash } from 'node:crypto';

import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace';

import { type SpanPlan } from '#libs/event-flow';

/** The SDK asks for ids without saying for what: the seed of the span that is begun is laid down before. */
export class SeededIds implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  private seed: SpanPlan['seed'];

  /** `begin` asks for its ids in this very call. */
  during<T>(seed: SpanPlan['seed'], begin: () => T): T {
    this.seed = seed;
    try {
      return begin();
    } finally {
      this.seed = undefined;
    }
  }

  generateTraceId(): string {
    return this.seed ? hexOf('trace', this.seed.trace, 32) : this.random.generateTraceId();
  }

  generateSpanId(): string {
    return this.seed ? hexOf('span', this.seed.span, 16) : this.random.generateSpanId();
  }
}

const hexOf = (kind: string, seed: string, digits: number): string =>
  createHash('sha256').update(`${kind}\n${seed}`).digest('hex').slice(0, digits);
