import { setTimeout as pause } from 'node:timers/promises';

import { type HouseLoad } from './loaded-house.js';
import { type Outcomes } from './outcomes.js';

/** Without an outcome for so long the run is given up: what has none then is lost. */
const silenceMs = 120_000;

/** Resolves when there are so many outcomes, or none came for too long. */
export async function untilAllCame(
  { list }: Outcomes,
  questions: number,
  { say, signal }: Pick<HouseLoad, 'say' | 'signal'>,
): Promise<void> {
  let [known, since, said] = [0, performance.now(), 0];
  while (list.length < questions) {
    signal.throwIfAborted();
    if (list.length > known) [known, since] = [list.length, performance.now()];
    if (performance.now() - since > silenceMs) return say(`no outcome for ${silenceMs / 1000} s: given up`);
    if (performance.now() - said > 30_000) {
      say(`${list.length} of ${questions} outcomes`);
      said = performance.now();
    }
    await pause(200);
  }
}
