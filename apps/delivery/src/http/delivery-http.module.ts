import { type DynamicModule, Module } from '@nestjs/common';

import { type Configuration } from '#libs/contracts';
import { ApiTokenModule } from '#libs/service-host';

import { type TrustedKeys } from '../ports/trusted-keys.port.js';
import { type IntakePorts } from './intake.js';
import { Interactions } from './interactions.js';
import { InteractionsController } from './interactions.controller.js';
import { JwksController, ServedKeys } from './jwks.controller.js';
import { LiveStreams } from './live-streams.js';
import { QuestionIntake, QuestionsController } from './questions.controller.js';

export interface DeliveryHttpParts {
  readonly configuration: Configuration;
  readonly requestsPerMinute: number;
  readonly intake: IntakePorts;
  readonly interactions: Interactions;
  readonly streams: LiveStreams;
  readonly keys: TrustedKeys;
}

/** What clients reach by HTTP. */
@Module({})
export class DeliveryHttpModule {
  static of(parts: DeliveryHttpParts): DynamicModule {
    const { configuration, requestsPerMinute } = parts;
    return {
      module: DeliveryHttpModule,
      imports: [ApiTokenModule.of({ configuration, requestsPerMinute })],
      controllers: [QuestionsController, InteractionsController, JwksController],
      providers: [
        { provide: QuestionIntake, useValue: new QuestionIntake(parts.intake, configuration) },
        { provide: Interactions, useValue: parts.interactions },
        { provide: LiveStreams, useValue: parts.streams },
        { provide: ServedKeys, useValue: new ServedKeys(parts.keys) },
      ],
    };
  }
}
