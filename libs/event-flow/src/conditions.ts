import { type ReadinessReason } from '#libs/contracts';

import { type FlowReadiness } from './event-flow.port.js';

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
