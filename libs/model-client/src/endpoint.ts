import { type Outbound } from './outbound/outbound.js';

/** Where a provider's endpoint is, and its key; null for an endpoint that asks for none. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** What says which hosts may be called. */
  readonly outbound: Outbound;
}
