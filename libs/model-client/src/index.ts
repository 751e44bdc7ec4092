export * from './model-client.port.js';
export { type Endpoint } from './endpoint.js';
export { adapterVersions, modelClients } from './adapters.js';
