import { type Response } from 'express';

import { type HttpProblem } from '#libs/service-host';

import { SseConnection } from '../sse-connection.js';
import { type ChatFailure } from './chat-outcome.js';
import { type Completed, completionChunks, type CompletionHead } from './completion.js';
import { type CompletionWriter } from './completion-writer.port.js';
import { errorOfFailure, errorOfProblem } from './openai-error.js';

/**
 * A completion as server-sent events. The head goes at once and comment lines keep the connection; the first chunk is
 * made from the outcome. An error after the head is an event with an error object, as this API has it.
 */
export class ChunkedResponse implements CompletionWriter {
  private readonly connection: SseConnection;

  constructor(
    response: Response,
    private readonly head: CompletionHead,
    private readonly asked: { interactionId: string },
    private readonly withUsage: boolean,
  ) {
    this.connection = new SseConnection(response);
  }

  onEnd(atEnd: () => void): void {
    this.connection.onEnd(atEnd);
  }

  complete(outcome: Completed): void {
    const chunks = completionChunks(this.head, outcome, this.withUsage).map((chunk) => JSON.stringify(chunk));
    this.say(...chunks, '[DONE]');
  }

  fail(failure: ChatFailure): void {
    this.say(JSON.stringify(errorOfFailure(failure)));
  }

  refuse(problem: HttpProblem): void {
    this.say(JSON.stringify(errorOfProblem(problem, this.asked)));
  }

  /** JSON text of ours holds no line break. */
  private say(...data: readonly string[]): void {
    this.connection.write(data.map((text) => `data: ${text}\n\n`).join(''));
    this.connection.end();
  }
}
