import { setTimeout as pause } from 'node:timers/promises';

import { type IncomingRecord, type Refusal } from '#libs/contracts';
import { assertNever } from '#libs/kernel';

import { type Handling } from '../runner/handling.port.js';
import { nextStep } from '../runner/next-step.js';
import { type TakenAgain } from './replayed.js';

export interface Again {
  /** Tries of a bug before the dead letters. */
  readonly bugTries: number;
  /** Writes the new dead letter. */
  readonly post: (refusal: Refusal, attempts: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Takes one record outside the consumer's offsets, by the same handling and the same table of failures. It is in no
 * lane: the lane of its key may flow in another instance, and effects do not rest on order. What the runner would wait
 * for, unbounded, is told to the operator instead.
 */
export async function takeAgain(handling: Handling, record: IncomingRecord, again: Again): Promise<TakenAgain> {
  for (let bugs = 0; ; bugs += 1) {
    const [verdict = { kind: 'alone' as const }] = await handling.handle([record], again.signal);
    const step = nextStep(verdict, { bugs, waits: 0 }, { bugTries: again.bugTries, poison: true });
    switch (step.kind) {
      case 'finish':
        return { kind: step.skipped ? 'duplicate' : 'done' };
      case 'deadLetter':
        await again.post(step.refusal, bugs + 1);
        return { kind: 'deadLetter', refusal: step.refusal };
      case 'pause':
      case 'alone':
        return { kind: 'waits' };
      case 'wait':
        if (step.because === 'retry') return { kind: 'waits' };
        await pause(step.ms);
        break;
      default:
        return assertNever(step);
    }
  }
}
