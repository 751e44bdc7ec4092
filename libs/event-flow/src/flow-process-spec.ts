import { answerRejectedV1, readEvent, type Service } from '#libs/contracts';

import { arm, type FaultPoint } from './fault-points-spec.js';
import { forwarded, openDataSource } from './flow-events-spec.js';
import { createEventFlow, direct, done, type Subscription, transactionalWith } from './index.js';

/** What the parent passes as the one argument, as JSON. */
export interface FlowProcessOptions {
  readonly service: Service;
  readonly brokers: readonly string[];
  readonly databaseUrl: string | null;
  readonly kind: 'direct' | 'transactional' | 'relay';
  readonly fault: { readonly point: FaultPoint; readonly hit: number } | null;
}

/** A service of trivial slices in a process of its own, to be paused and killed. */
async function main(options: FlowProcessOptions): Promise<void> {
  const strike = options.fault ? arm(options.fault.point, options.fault.hit) : () => undefined;
  const dataSource = options.databaseUrl === null ? null : await openDataSource(options.databaseUrl);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const kafka = { brokers: options.brokers, clientId: `imprimatur-${options.service}`, createTopics: false };
  const subscriptions = subscriptionsOf(options.kind, strike);
  const tuning = { sessionTimeoutMs: 6_000 };
  const flow = createEventFlow({
    service: options.service,
    kafka,
    subscriptions,
    dataSource,
    log,
    tuning,
  });
  await flow.start();
  const watch = setInterval(() => {
    if (!flow.readiness().ready) return;
    clearInterval(watch);
    process.stdout.write('ready\n');
  }, 50);
}

function subscriptionsOf(kind: FlowProcessOptions['kind'], strike: () => void): Subscription[] {
  if (kind === 'relay') return [];
  if (kind === 'direct') return [direct(answerRejectedV1, (event) => done(forwarded(event, 'actions.proposed.v1')))];
  const handle = async (event: Parameters<typeof forwarded>[0]) => {
    strike();
    return done(forwarded(event));
  };
  return [
    transactionalWith({
      topic: 'answers.approved.v1',
      read: (record, clusterId) => readEvent(record, answerRejectedV1, clusterId),
      handle,
    }),
  ];
}

// It does not outlive the test that started it.
process.stdin.on('end', () => process.exit()).resume();
void main(JSON.parse(process.argv[2] ?? '{}') as FlowProcessOptions);
