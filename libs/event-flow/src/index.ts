export * from './event-flow.port.js';
export * from './release-guard.port.js';
export * from './slice.js';
export * from './subscription.js';
export * from './transactions.port.js';
