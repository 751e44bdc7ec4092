import { Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { Matches } from 'class-validator';

import { type EventFlow } from '#libs/event-flow';

import { RequireScope } from '../tokens/api-token.module.js';
import { replayAnswer, type ReplayAnswer } from './replay-answer.js';

export const REPLAYED_FLOW = Symbol('the flow whose dead letters are replayed');

/** Where a dead letter lies in the topic of its service. */
export class DeadLetterPlace {
  @Matches(/^(0|[1-9]\d{0,8})$/)
  partition!: string;

  @Matches(/^(0|[1-9]\d{0,17})$/)
  offset!: string;
}

/** The dead letters of this service; delivery calls it for an operator, and hands the operator's token on. */
@Controller('v1/admin/dead-letters')
export class ReplayController {
  constructor(@Inject(REPLAYED_FLOW) private readonly flow: Pick<EventFlow, 'replay'>) {}

  /**
   * `POST /v1/admin/dead-letters/:partition/:offset/replay` takes the kept record again. 200 with what became of it;
   * 401; 403 without the scope `operate`; 404 and 409 where there is nothing to take; 503 where it has to wait.
   */
  @Post(':partition/:offset/replay')
  @HttpCode(200)
  @RequireScope('operate')
  async replay(@Param() { partition, offset }: DeadLetterPlace): Promise<ReplayAnswer> {
    return replayAnswer(await this.flow.replay({ partition: Number(partition), offset }));
  }
}
