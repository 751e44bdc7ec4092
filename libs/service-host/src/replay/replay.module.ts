import { type DynamicModule } from '@nestjs/common';

import { type Configuration } from '#libs/contracts';
import { type EventFlow } from '#libs/event-flow';

import { ApiTokenModule } from '../tokens/api-token.module.js';
import { REPLAYED_FLOW, ReplayController } from './replay.controller.js';

/** An operator's pace, and that of a loop over some hundred dead letters. */
const requestsPerMinute = 600;

/** The admin route of every service that has an event flow. */
export class ReplayModule {
  static of(flow: Pick<EventFlow, 'replay'>, configuration: () => Pick<Configuration, 'apiTokens'>): DynamicModule {
    return {
      module: ReplayModule,
      imports: [ApiTokenModule.of({ configuration, requestsPerMinute })],
      controllers: [ReplayController],
      providers: [{ provide: REPLAYED_FLOW, useValue: flow }],
    };
  }
}
