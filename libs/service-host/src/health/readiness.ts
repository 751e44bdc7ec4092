import { type FlowReadiness } from '#libs/event-flow';

export type Phase = 'starting' | 'running' | 'stopping';

/** Ready when the service runs and each of its parts says so; reasons are codes. */
export class Readiness {
  phase: Phase = 'starting';

  constructor(private readonly parts: readonly { readiness(): FlowReadiness }[]) {}

  now(): FlowReadiness {
    const reasons = this.parts.map((part) => part.readiness()).flatMap(({ ready, reasons }) => (ready ? [] : reasons));
    const all = this.phase === 'running' ? reasons : [this.phase, ...reasons];
    return { ready: this.phase === 'running' && this.parts.every((part) => part.readiness().ready), reasons: all };
  }
}
