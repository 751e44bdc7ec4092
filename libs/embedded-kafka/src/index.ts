export { startEmbeddedBroker } from './start-broker.js';
export {
  BrokerStartError,
  type BrokerStartErrorCode,
  type EmbeddedBroker,
  type EmbeddedBrokerOptions,
} from './options.js';
