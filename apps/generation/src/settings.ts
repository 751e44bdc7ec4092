import { IsInt, Max, Min } from 'class-validator';

import { DatabaseSettings } from '#libs/service-host';

const slots = { message: 'the provider calls that may be under way at once, from 1 to 1000' };
const lease = { message: 'the milliseconds that a job is held without a renewal, from 1000 to 600000' };
const grace = { message: 'the milliseconds that a stop waits for calls under way, from 0 to 15000' };

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
}
