import { type CustomTransportStrategy, Server } from '@nestjs/microservices';

import { type EventFlow } from '../event-flow.port.js';

/**
 * Nest's lifecycle around a flow: `app.connectMicroservice({ strategy: new EventFlowStrategy(flow) })`. Nest starts it
 * with the app and closes it with the shutdown hooks. It has no patterns: the flow's handlers are its subscriptions.
 */
export class EventFlowStrategy extends Server implements CustomTransportStrategy {
  constructor(private readonly flow: EventFlow) {
    super();
  }

  listen(callback: (error?: unknown) => void): void {
    this.flow.start().then(
      () => callback(),
      (error: unknown) => callback(error),
    );
  }

  close(): Promise<void> {
    return this.flow.stop();
  }

  override on(): never {
    throw new Error('the flow reports by its readiness and metrics');
  }

  override unwrap<T>(): T {
    return this.flow as T;
  }
}
