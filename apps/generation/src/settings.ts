import { IsIn, IsInt, Max, Min, ValidateBy } from 'class-validator';

import { isHostPattern } from '#libs/model-client';
import { DatabaseSettings } from '#libs/service-host';

const slots = { message: 'the provider calls that may be under way at once, from 1 to 1000' };
const lease = { message: 'the milliseconds that a job is held without a renewal, from 1000 to 600000' };
const grace = { message: 'the milliseconds that a stop waits for calls under way, from 0 to 15000' };

const hosts = {
  message:
    'the providers that may be called, by commas: host, host:port or *.suffix, with http:// before it where it has no TLS; empty for every public host by https',
};

export class GenerationSettings extends DatabaseSettings {
  override readonly HTTP_PORT: number = 3001;

  @IsInt(slots)
  @Min(1, slots)
  @Max(1000, slots)
  readonly GENERATION_CALL_SLOTS: number = 16;

  @IsInt(lease)
  @Min(1000, lease)
  @Max(600_000, lease)
  readonly GENERATION_LEASE_MS: number = 15_000;

  /** Half of what the process has for its whole stop before it is ended. */
  @IsInt(grace)
  @Min(0, grace)
  @Max(15_000, grace)
  readonly GENERATION_STOP_GRACE_MS: number = 10_000;

  /** A host that is named whole may have a private address; link-local and metadata addresses are never called. */
  @ValidateBy({ name: 'hostPattern', validator: { validate: isHostPattern } }, { each: true, ...hosts })
  readonly OUTBOUND_HOSTS: readonly string[] = [];

  /** For models on this machine, tests and the demo. */
  @IsIn([true, false], { message: 'true or false: whether providers on this very machine may be called' })
  readonly OUTBOUND_LOOPBACK: boolean = false;
}
