import { type DynamicModule, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';

import { type Configuration, topicNamed } from '#libs/contracts';
import { ApiTokenModule, jsonBody } from '#libs/service-host';

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
export class DeliveryHttpModule implements NestModule {
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

  /** A body above the limit of the topic could never be asked. */
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(jsonBody(topicNamed('questions.asked.v1')?.limitBytes ?? 0)).forRoutes(QuestionsController);
  }
}
