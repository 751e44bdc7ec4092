export * from './model-client.port.js';
export { type Endpoint } from './endpoint.js';
export { modelClients } from './adapters.js';
