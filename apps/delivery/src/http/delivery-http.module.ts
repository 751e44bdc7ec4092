import { type DynamicModule, Module } from '@nestjs/common';

import { type Configuration } from '#libs/contracts';
import { ApiTokenModule } from '#libs/service-host';

import { type TrustedKeys } from '../ports/trusted-keys.port.js';
import { DeadLettersController } from './dead-letters.controller.js';
import { type IntakePorts } from './intake.js';
import { Interactions } from './interactions.js';
import { InteractionsController } from './interactions.controller.js';
import { JwksController, ServedKeys } from './jwks.controller.js';
import { LiveStreams } from './live-streams.js';
import { QuestionIntake, QuestionsController } from './questions.controller.js';
import { Replays } from './replays.js';

export interface DeliveryHttpParts {
  readonly configuration: () => Configuration;
  readonly requestsPerMinute: number;
  readonly intake: IntakePorts;
  readonly interactions: Interactions;
  readonly streams: LiveStreams;
  readonly replays: Replays;
  readonly keys: TrustedKeys;
}

/** What clients and operators reach by HTTP. */
@Module({})
export class DeliveryHttpModule {
  static of(parts: DeliveryHttpParts): DynamicModule {
    const { configuration, requestsPerMinute } = parts;
    return {
      module: DeliveryHttpModule,
      imports: [ApiTokenModule.of({ configuration, requestsPerMinute })],
      controllers: [QuestionsController, InteractionsController, DeadLettersController, JwksController],
      providers: [
        { provide: QuestionIntake, useValue: new QuestionIntake(parts.intake, configuration) },
        { provide: Interactions, useValue: parts.interactions },
        { provide: LiveStreams, useValue: parts.streams },
        { provide: Replays, useValue: parts.replays },
        { provide: ServedKeys, useValue: new ServedKeys(parts.keys) },
      ],
    };
  }
}
