import { type EventFlow, type EventFlowOptions, type FlowTuning } from './event-flow.port.js';
import { RunningEventFlow } from './running-event-flow.js';

const defaults: FlowTuning = {
  concurrency: 16,
  bugTries: 3,
  graceMs: 10_000,
  deadlineMs: 30_000,
  sessionTimeoutMs: 15_000,
  sweepEveryMs: 10 * 60_000,
};

/** Composes the flow of one service over kafkajs and, where it has a database, the outbox's relay. Starts nothing yet. */
export function createEventFlow(options: EventFlowOptions): EventFlow {
  const transactional =
    options.subscriptions.some(({ mode }) => mode !== 'direct') || options.channelSubscription !== undefined;
  if (transactional && options.dataSource === null) throw new Error('a transactional subscription needs a database');
  return new RunningEventFlow(options, { ...defaults, ...options.tuning });
}
