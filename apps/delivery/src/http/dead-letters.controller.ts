import { Controller, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { IsIn } from 'class-validator';

import { type ApiToken, type Service, services } from '#libs/contracts';
import { CurrentToken, DeadLetterPlace, RequireScope } from '#libs/service-host';

import { Replays, type ReplayView } from './replays.js';

class DeadLetterOfService extends DeadLetterPlace {
  @IsIn(services)
  service!: Service;
}

/** For operators, whatever the namespace of the token: dead letters are the instance's. */
@Controller('v1/admin/dead-letters')
export class DeadLettersController {
  constructor(private readonly replays: Replays) {}

  /**
   * `POST /v1/admin/dead-letters/:service/:partition/:offset/replay`: 200 with what was done; repeating it does nothing
   * twice. 401; 403 without the scope `operate`; 404 no such dead letter; 409 where it cannot be replayed, with why;
   * 503 where the service of the dead letter, or what it needs, is away.
   */
  @Post(':service/:partition/:offset/replay')
  @HttpCode(200)
  @RequireScope('operate')
  replay(
    @Param() { service, partition, offset }: DeadLetterOfService,
    @CurrentToken() token: ApiToken,
    @Headers('authorization') authorization = '',
  ): Promise<ReplayView> {
    return this.replays.replay({ service, partition: Number(partition), offset }, { token, authorization });
  }
}
