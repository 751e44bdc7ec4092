import { type ModelMode } from '#libs/contracts';

import { type Route } from '../domain/routing.js';
import { type DraftingParts } from './drafting-parts.js';
import { type HeldJob } from './held-job.js';

/** No downgrade is silent: it is counted and logged for each call, and the draft names it. */
export function reportDowngrade({ claim: { job } }: HeldJob, { meter, log }: DraftingParts, route: Route): void {
  if (route.downgrade === null) return;
  const used: ModelMode | 'none' = route.kind === 'model' ? route.mode : 'none';
  meter.downgraded(used, route.downgrade);
  const { namespace, interactionId, ordinal } = job;
  const profile = route.profile?.id ?? null;
  log.info(
    { namespace, interactionId, ordinal, profile, asked: route.asked, used, code: route.downgrade },
    'mode downgraded',
  );
}
