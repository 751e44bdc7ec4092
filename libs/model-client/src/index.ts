export * from './model-client.port.js';
export { type Endpoint } from './endpoint.js';
export { isHostPattern } from './outbound/host-pattern.js';
export { type Outbound, type OutboundSettings, outboundTo } from './outbound/outbound.js';
export { modelClients } from './adapters.js';
