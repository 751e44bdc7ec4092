/** Why the embedded PostgreSQL could not do what was asked. */
export type EmbeddedPostgresCode =
  | 'unsupported_platform'
  | 'binaries_unusable'
  | 'no_database_user'
  | 'data_folder_unusable'
  | 'password_lost'
  | 'passwords_unreadable'
  | 'port_taken'
  | 'start_locked'
  | 'start_failed'
  | 'stop_failed';

/** The message is one sentence for whoever started the process; it never holds a password or a statement. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';

  constructor(
    readonly code: EmbeddedPostgresCode,
    message: string,
  ) {
    super(message);
  }
}
