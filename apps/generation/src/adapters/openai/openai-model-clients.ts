import { type ModelProfile, type SecretRef } from '#libs/contracts';
import { type Result } from '#libs/kernel';
import { openaiClient } from '#libs/model-client';

import { type ModelClients } from '../../ports/model-clients.port.js';

/** The secret is read for each call: a key that is renewed in its file holds from the next call on. */
export function openaiModelClients(secret: (ref: SecretRef) => Promise<Result<string, unknown>>): ModelClients {
  return {
    clientFor: async ({ baseUrl, secret: ref }: ModelProfile) => {
      if (ref === null) return openaiClient({ baseUrl, apiKey: null });
      const key = await secret(ref);
      return key.ok ? openaiClient({ baseUrl, apiKey: key.value }) : undefined;
    },
  };
}
