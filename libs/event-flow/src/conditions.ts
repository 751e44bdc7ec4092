import { type FlowReadiness } from './event-flow.port.js';

/** Why a service is not ready, as codes; the reference page lists them from here. */
export const readinessReasons = {
  'flow.not_started': 'the flow was not started, or was stopped',
  'kafka.away': 'the broker cannot be reached',
  'database.away': 'the database cannot be reached',
  'topics.missing': 'a topic that the service reads or writes does not exist',
  rebalancing: 'a consumer group is being reassigned for longer than ten seconds',
  'lane.waiting': 'a record waits: its slice asked for it, or what it needs is away',
  'slice.stuck': 'a slice runs far past its deadline',
  'dead_letter.blocked': 'a dead letter cannot be written',
  'relay.stopped': 'the relay of the outbox has no session',
} as const;
export type ReadinessReason = keyof typeof readinessReasons;

/** The parts of a flow say here what holds them; one part holds one reason at most. */
export class Conditions {
  private readonly byPart = new Map<string, { reason: ReadinessReason; since: number }>();

  set(part: string, reason: ReadinessReason | null): void {
    if (reason === null) this.byPart.delete(part);
    else if (this.byPart.get(part)?.reason !== reason) this.byPart.set(part, { reason, since: Date.now() });
  }

  /** A short rebalance is no reason. */
  readiness(now = Date.now()): FlowReadiness {
    const holding = [...this.byPart.values()].filter(
      ({ reason, since }) => reason !== 'rebalancing' || now - since > 10_000,
    );
    const reasons = [...new Set(holding.map(({ reason }) => reason))].sort();
    return { ready: reasons.length === 0, reasons };
  }
}
