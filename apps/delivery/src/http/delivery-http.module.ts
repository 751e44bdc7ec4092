import { type DynamicModule, Module } from '@nestjs/common';

import { type Configuration } from '#libs/contracts';
import { type FlowLog } from '#libs/event-flow';
import { ApiTokenModule } from '#libs/service-host';

import { type TrustedKeys } from '../ports/trusted-keys.port.js';
import { DeadLettersController } from './dead-letters.controller.js';
import { type IntakePorts } from './intake.js';
import { Interactions } from './interactions.js';
import { InteractionsController } from './interactions.controller.js';
import { JwksController, ServedKeys } from './jwks.controller.js';
import { LiveStreams } from './live-streams.js';
import { ChatCompletionsController } from './openai-compatible/chat-completions.controller.js';
import { ChatCompletions } from './openai-compatible/chat-completions.js';
import { ModelsController } from './openai-compatible/models.controller.js';
import { QuestionIntake } from './question-intake.js';
import { QuestionsController } from './questions.controller.js';
import { Replays } from './replays.js';

export interface DeliveryHttpParts {
  readonly configuration: () => Configuration;
  readonly requestsPerMinute: number;
  readonly intake: IntakePorts;
  readonly interactions: Interactions;
  readonly streams: LiveStreams;
  readonly replays: Replays;
  readonly keys: TrustedKeys;
  readonly log: FlowLog;
}

/** What clients and operators reach by HTTP. */
@Module({})
export class DeliveryHttpModule {
  static of(parts: DeliveryHttpParts): DynamicModule {
    const { configuration, requestsPerMinute, interactions, streams, log } = parts;
    const intake = new QuestionIntake(parts.intake, configuration);
    const chat = new ChatCompletions({ intake, interactions, streams, log, clock: parts.intake.clock });
    return {
      module: DeliveryHttpModule,
      imports: [ApiTokenModule.of({ configuration, requestsPerMinute })],
      controllers: [
        QuestionsController,
        InteractionsController,
        ChatCompletionsController,
        ModelsController,
        DeadLettersController,
        JwksController,
      ],
      providers: [
        { provide: QuestionIntake, useValue: intake },
        { provide: ChatCompletions, useValue: chat },
        { provide: Interactions, useValue: interactions },
        { provide: LiveStreams, useValue: streams },
        { provide: Replays, useValue: parts.replays },
        { provide: ServedKeys, useValue: new ServedKeys(parts.keys) },
      ],
    };
  }
}
