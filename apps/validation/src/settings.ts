import { IsString } from 'class-validator';

import { ServiceSettings } from '#libs/service-host';

/** No database: on the direct path validation keeps nothing. */
export class ValidationSettings extends ServiceSettings {
  override readonly HTTP_PORT: number = 3002;

  /** The one private key of the product that approves. */
  @IsString({ message: 'the path of the file with the private signing key (a JWK), mode 0600' })
  readonly SIGNING_KEY_FILE!: string;
}
