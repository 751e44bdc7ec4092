/** Where a provider's endpoint is, and its key; null for an endpoint that asks for none. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly apiKey: string | null;
}
