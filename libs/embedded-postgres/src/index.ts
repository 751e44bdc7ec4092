export { EmbeddedPostgresError, type EmbeddedPostgresCode } from './errors.js';
export { ensureServiceRole, ensureServiceRoles, type ServiceRole } from './service-roles.js';
export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './start.js';
