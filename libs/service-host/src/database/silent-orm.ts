import { type Logger } from 'typeorm';

/** The ORM writes failed migrations to the console whatever `logging` says, with the database's message. */
export class SilentOrm implements Logger {
  logQuery(): void {}
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}
