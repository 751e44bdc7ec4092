import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type MicroserviceOptions } from '@nestjs/microservices';

import { type EventFlow } from '../event-flow.port.js';
import { noTransactions } from '../outbox/outbox-transactions.js';
import { EventFlowStrategy } from './event-flow-strategy.js';

@Module({})
class EmptyModule {}

const flowThat = (start: () => Promise<void>, calls: string[]): EventFlow => ({
  transactions: noTransactions,
  start,
  stop: async () => void calls.push('stop'),
  readiness: () => ({ ready: true, reasons: [] }),
  openChannels: () => [],
  lag: () => Promise.resolve(0),
  replay: () => Promise.resolve({ kind: 'noDeadLetter' }),
});

const serve = (flow: EventFlow) =>
  NestFactory.createMicroservice<MicroserviceOptions>(EmptyModule, {
    strategy: new EventFlowStrategy(flow),
    logger: false,
  });

describe('event flow strategy', () => {
  it('given a Nest application, when it listens and closes, then the flow starts and stops with it', async () => {
    const calls: string[] = [];
    const app = await serve(flowThat(async () => void calls.push('start'), calls));
    await app.listen();
    expect(calls).toEqual(['start']);
    await app.close();
    expect(calls).toEqual(['start', 'stop']);
  });

  it('given a flow that cannot start, then listening fails and does not hang', async () => {
    const app = await serve(flowThat(() => Promise.reject(new Error('no')), []));
    await expect(app.listen()).rejects.toThrow('no');
  });
});
