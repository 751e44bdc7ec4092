import { type ServiceDefinition } from '#libs/service-host';

import { JurySettings } from './settings.js';

class JuryModule {}

/** Starts, is ready and is measured. No jury sits yet: a policy that names a panel is refused with the configuration. */
export const jury: ServiceDefinition<JurySettings> = {
  service: 'jury',
  settings: JurySettings,
  compose: async () => ({ module: { module: JuryModule }, flow: null, workers: [], release: [] }),
};
