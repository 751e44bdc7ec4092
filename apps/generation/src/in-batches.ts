import { setTimeout as pause } from 'node:timers/promises';

import { classify } from '#libs/event-flow';

interface Asked<In, Out> {
  readonly one: In;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

/** Nothing beside a provider's call, and what else ends within it needs no commit of its own. */
const gatherMs = 5;
/** Drafts at their topic's limit are then 16 MiB in one statement. */
const most = 16;

/**
 * Does in one go what is asked for singly within a few milliseconds, and while the last go is under way: one statement
 * and one commit for up to 16, on one connection. `many` answers in the order in which it was asked, all or nothing. An
 * outage meets all of them; a failure of any other kind has one culprit, so they are done again one by one.
 */
export function inBatches<In, Out>(many: (all: readonly In[]) => Promise<readonly Out[]>): (one: In) => Promise<Out> {
  const waiting: Asked<In, Out>[] = [];
  let working = false;
  const work = async (): Promise<void> => {
    working = true;
    while (waiting.length > 0) {
      await pause(gatherMs);
      await settle(many, waiting.splice(0, most));
    }
    working = false;
  };
  return (one) =>
    new Promise((resolve, reject) => {
      waiting.push({ one, resolve, reject });
      if (!working) void work();
    });
}

async function settle<In, Out>(
  many: (all: readonly In[]) => Promise<readonly Out[]>,
  batch: readonly Asked<In, Out>[],
): Promise<void> {
  try {
    const outs = await many(batch.map(({ one }) => one));
    batch.forEach(({ resolve }, index) => resolve(outs[index] as Out));
  } catch (error) {
    if (batch.length > 1 && classify(error) !== 'outage') {
      for (const asked of batch) await settle(many, [asked]);
    } else for (const { reject } of batch) reject(error);
  }
}
