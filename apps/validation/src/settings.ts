import { IsInt, IsString, Max, Min } from 'class-validator';

import { ServiceSettings } from '#libs/service-host';

const portRange = { message: 'a port from 0 to 65535, 0 for any free one' };

/** No database: on the direct path validation keeps nothing. */
export class ValidationSettings extends ServiceSettings {
  @IsInt(portRange)
  @Min(0, portRange)
  @Max(65535, portRange)
  override readonly HTTP_PORT: number = 3002;

  /** The one private key of the product that approves. */
  @IsString({ message: 'the path of the file with the private signing key (a JWK), mode 0600' })
  readonly SIGNING_KEY_FILE!: string;
}
