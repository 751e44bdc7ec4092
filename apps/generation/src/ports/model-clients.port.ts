import { type ModelProfile } from '#libs/contracts';
import { type ModelClient } from '#libs/model-client';

export interface ModelClients {
  /** The client of a profile's endpoint; undefined where its secret cannot be read. */
  clientFor(profile: ModelProfile): Promise<ModelClient | undefined>;
}
