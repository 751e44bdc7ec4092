import { setTimeout as pause } from 'node:timers/promises';

import { type Question } from '#libs/contracts';
import { type EventPublisher } from '#libs/event-flow';

import { ask } from '../load/questions.js';

export interface Arrivals {
  readonly perSecond: number;
  readonly forMs: number;
  readonly make: () => Question;
  /** Told every 30 s how many were asked. */
  readonly onProgress: (asked: number) => void;
  readonly signal: AbortSignal;
}

const stepMs = 100;

/**
 * Asks at a constant rate whatever the house does (open loop): a step that came late is made up for at once.
 * Resolves to the number of questions asked.
 */
export async function askSteadily(publisher: EventPublisher, arrivals: Arrivals): Promise<number> {
  const { perSecond, forMs, make, onProgress, signal } = arrivals;
  const began = performance.now();
  let asked = 0;
  let said = began;
  for (let now = began; now - began < forMs; now = performance.now()) {
    signal.throwIfAborted();
    const due = Math.floor(((now - began) / 1000) * perSecond) - asked;
    await ask(publisher, Array.from({ length: due }, make));
    asked += due;
    if (now - said > 30_000) onProgress(asked);
    if (now - said > 30_000) said = now;
    await pause(stepMs);
  }
  return asked;
}
