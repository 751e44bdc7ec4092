import { IsString } from 'class-validator';

import { ApiSettings } from '#libs/service-host';

export class LedgerSettings extends ApiSettings {
  override readonly HTTP_PORT: number = 3004;

  /** Applied at the start where it is not the file that was applied last. */
  @IsString({ message: 'the path of the configuration file (profiles, policies, channels, tokens)' })
  readonly CONFIGURATION_FILE!: string;

  /** `{"keys":[{"id","key","status"}]}`: the keys that wrap the record's data keys; exactly one is active. */
  @IsString({ message: 'the path of the file with the master keys of the record, mode 0600' })
  readonly LEDGER_MASTER_KEYS_FILE!: string;
}
