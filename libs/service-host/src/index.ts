export { type ConfigurationSource, type FollowedConfiguration } from './configuration/configuration-source.js';
export { loadConfiguration } from './configuration/load-configuration.js';
export { WatchedFile } from './files/watched-file.js';
export { type Build } from './health/build.js';
export { readinessMetrics } from './health/readiness-metrics.js';
export { errorFields, type ErrorFields } from './log/error-fields.js';
export { openDatabase, type DatabaseOptions } from './database/open-database.js';
export { HttpProblem, unavailable } from './http/http-problem.js';
export { JsonBody } from './http/json-body.js';
export { ProblemFilter } from './http/problem.filter.js';
export { brokerConnection, type BrokerSettings } from './run/kafka-settings.js';
export { main } from './run/main.js';
export { runService, type RunOptions } from './run/run-service.js';
export { DeadLetterPlace } from './replay/replay.controller.js';
export { replayAnswer, type ReplayAnswer } from './replay/replay-answer.js';
export { readSecretFile, resolveSecret, type SecretProblem } from './secrets/secrets.js';
export * from './service.js';
export { ApiSettings, DatabaseSettings, ServiceSettings } from './settings.js';
export { describeSettings, readSettings, SettingsError, type Environment } from './settings/read-settings.js';
export { StartError } from './start-error.js';
export {
  ApiTokenModule,
  CurrentToken,
  RequireScope,
  RequireToken,
  type ApiTokenOptions,
} from './tokens/api-token.module.js';
export { newToken, tokenDigest } from './tokens/new-token.js';
export { TokenAuthority } from './tokens/token-authority.js';
export { PeriodicWorker } from './workers/periodic-worker.js';
