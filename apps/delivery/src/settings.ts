import { IsInt, IsString, Max, Min } from 'class-validator';

import { ApiSettings } from '#libs/service-host';

const streams = { message: 'the event streams that may be open at once, from 1 to 100000' };

export class DeliverySettings extends ApiSettings {
  override readonly HTTP_PORT: number = 3005;

  @IsString({ message: 'the path of the key set (JWKS) whose seals are trusted' })
  readonly KEY_SET_FILE!: string;

  @IsInt(streams)
  @Min(1, streams)
  @Max(100_000, streams)
  readonly STREAMS_AT_MOST: number = 1000;
}
