import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { type Response } from 'express';

import { type ApiToken } from '#libs/contracts';
import { CurrentToken, RequireToken } from '#libs/service-host';

import { type InteractionView, interactionView } from './interaction-view.js';
import { Interactions } from './interactions.js';
import { LiveStreams } from './live-streams.js';

/** For the principal that asked, or a token with the channel's scope `read`; anything else is 404. */
@Controller('v1/interactions')
@RequireToken()
export class InteractionsController {
  constructor(
    private readonly interactions: Interactions,
    private readonly streams: LiveStreams,
  ) {}

  /** `GET /v1/interactions/:id`: the present state, with the last client event exactly as published. */
  @Get(':id')
  async show(@Param('id') id: string, @CurrentToken() token: ApiToken): Promise<InteractionView> {
    return interactionView(await this.interactions.read(id, token));
  }

  /**
   * `GET /v1/interactions/:id/events`: server-sent events, `content_delta`… then `completed`, or
   * `failed`, `deferred` or `retracted`. `Last-Event-ID` resumes at any instance. Ends after the outcome; 204 where
   * nothing is left to say; 503 where too many streams are open.
   */
  @Get(':id/events')
  async events(
    @Param('id') id: string,
    @CurrentToken() token: ApiToken,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const disclosure = await this.interactions.read(id, token);
    this.streams.open(response, disclosure, token, lastEventId);
  }
}
