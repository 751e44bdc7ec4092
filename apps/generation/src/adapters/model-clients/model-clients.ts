import { type SecretRef } from '#libs/contracts';
import { type Result } from '#libs/kernel';
import { modelClients } from '#libs/model-client';

import { type ModelClients } from '../../ports/model-clients.port.js';

/** The secret is read for each call: a key that is renewed in its file holds from the next call on. */
export function clientsByAdapter(secret: (ref: SecretRef) => Promise<Result<string, unknown>>): ModelClients {
  return {
    clientFor: async ({ adapter, baseUrl, secret: ref }) => {
      const clientOf = modelClients[adapter];
      if (ref === null) return clientOf({ baseUrl, apiKey: null });
      const key = await secret(ref);
      return key.ok ? clientOf({ baseUrl, apiKey: key.value }) : undefined;
    },
  };
}
