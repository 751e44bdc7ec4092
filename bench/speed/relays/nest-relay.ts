import 'reflect-metadata';

import { Controller, Inject, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  type ClientKafka,
  ClientsModule,
  Ctx,
  EventPattern,
  type KafkaContext,
  type MicroserviceOptions,
  Payload,
  Transport,
} from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';

import { relayArguments, relaySettings } from './relay-settings.js';

const { brokers, from, to, group } = relayArguments(process.argv.slice(2));
const { acks, maxWaitTimeInMs, fromBeginning } = relaySettings;

/** One hop as a Nest user writes it: an event handler that emits to the next topic, and no logic. */
@Controller()
class RelayController {
  constructor(@Inject('KAFKA') private readonly client: ClientKafka) {}

  @EventPattern(from)
  async relay(@Payload() value: object, @Ctx() context: unknown): Promise<void> {
    const { key } = (context as KafkaContext).getMessage();
    await lastValueFrom(this.client.emit(to, { key, value }));
  }
}

const client = { clientId: group, brokers };
@Module({
  imports: [
    ClientsModule.register([
      { name: 'KAFKA', transport: Transport.KAFKA, options: { client, producerOnlyMode: true, send: { acks } } },
    ]),
  ],
  controllers: [RelayController],
})
class RelayModule {}

const app = await NestFactory.createMicroservice<MicroserviceOptions>(RelayModule, {
  logger: ['error', 'warn'],
  transport: Transport.KAFKA,
  options: { client, consumer: { groupId: group, maxWaitTimeInMs }, subscribe: { fromBeginning } },
});
app.enableShutdownHooks();
await app.listen();
