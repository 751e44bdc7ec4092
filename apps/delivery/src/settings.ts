import { IsInt, IsString, Matches, Max, Min } from 'class-validator';

import { ApiSettings } from '#libs/service-host';

const streams = {
  message: 'the clients that may wait at once, in event streams and chat completions, from 1 to 100000',
};

const owner = /^https?:\/\/[^\s/@]+\/?$/;

export class DeliverySettings extends ApiSettings {
  override readonly HTTP_PORT: number = 3005;

  @IsString({ message: 'the path of the key set (JWKS) whose seals are trusted' })
  readonly KEY_SET_FILE!: string;

  /** Called with an operator's token, to replay what the service could not handle. */
  @Matches(owner, { message: "generation's base URL, for the replay of its dead letters" })
  readonly GENERATION_URL: string = 'http://127.0.0.1:3001';

  @Matches(owner, { message: "validation's base URL, for the replay of its dead letters" })
  readonly VALIDATION_URL: string = 'http://127.0.0.1:3002';

  @IsInt(streams)
  @Min(1, streams)
  @Max(100_000, streams)
  readonly STREAMS_AT_MOST: number = 1000;
}
