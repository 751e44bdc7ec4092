export { eventually, type EventuallyOptions } from './eventually.js';
export { freePort } from './free-port.js';
export { seedConfiguration } from './seed-configuration.js';
export { tempDir, type TempDir } from './temp-dir.js';
export { resetBroker, testBroker, type TestBroker } from './test-broker.js';
export { testDatabase, type TestDatabase } from './test-database.js';
