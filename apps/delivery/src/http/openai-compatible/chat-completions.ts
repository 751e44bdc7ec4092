import { type Response } from 'express';

import { type ApiToken, defaultTimeoutMs } from '#libs/contracts';
import { type FlowLog } from '#libs/event-flow';
import { HttpProblem } from '#libs/service-host';

import { type TokenQuestion } from '../asked-by-token.js';
import { mayRead } from '../disclosure.js';
import { type Interactions } from '../interactions.js';
import { type LiveStreams } from '../live-streams.js';
import { type QuestionIntake } from '../question-intake.js';
import { chatInteractionId } from './chat-interaction-id.js';
import { type ChatRefusal, type ChatRequest, readChatRequest } from './chat-request.js';
import { ChunkedResponse } from './chunked-response.js';
import { CompletionWait } from './completion-wait.js';
import { type CompletionWriter } from './completion-writer.port.js';
import { pointerInChat, type QuestionBody, questionOfChat } from './question-of-chat.js';
import { WholeResponse } from './whole-response.js';

export interface ChatPorts {
  readonly intake: QuestionIntake;
  readonly interactions: Interactions;
  readonly streams: LiveStreams;
  readonly log: FlowLog;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** A request as it came, from whoever holds the token. */
export interface ChatCall {
  readonly body: unknown;
  readonly token: ApiToken;
  readonly idempotencyKey: string | undefined;
  readonly traceparent: string | undefined;
}

/** Asks a chat request as a question and keeps its response for the outcome. */
export class ChatCompletions {
  constructor(readonly ports: ChatPorts) {}

  /** @throws HttpProblem with a pointer into the request, for what ends it before it is asked */
  async complete(call: ChatCall, response: Response): Promise<void> {
    const request = valueOf(readChatRequest(call.body));
    const body = this.questionIn(request, call);
    this.ports.streams.hold(response);
    if (response.destroyed) return;
    // Without a key a repetition would be another question, and nobody knows here whether it was asked.
    if (call.idempotencyKey === undefined) response.set('x-should-retry', 'false');
    const question = await this.ask(body, request, call);
    response.set('x-request-id', question.interactionId);
    const disclosure = await this.ports.interactions.read(question.interactionId, call.token);
    const wait = new CompletionWait(this.writer(request, question, response), question.timeoutMs ?? defaultTimeoutMs);
    this.ports.streams.follow(wait, disclosure, call.token);
  }

  private questionIn(request: ChatRequest, { token, idempotencyKey }: ChatCall): QuestionBody {
    const id = chatInteractionId(token, idempotencyKey);
    const body = valueOf(questionOfChat(request, id, token, this.ports.intake.configuration()));
    const asker = { principal: token.principal, channel: body.channel };
    // Who may not read the answer would wait for nothing.
    if (!mayRead(asker, token)) throw new HttpProblem(403, 'http.forbidden');
    return body;
  }

  private async ask(body: QuestionBody, request: ChatRequest, call: ChatCall): Promise<TokenQuestion> {
    const { token, traceparent } = call;
    try {
      return (await this.ports.intake.ask(body, token, { route: '/v1/chat/completions', traceparent })).question;
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      throw new HttpProblem(error.status, error.code, pointerInChat(error.pointer, request), error.headers);
    }
  }

  private writer(request: ChatRequest, { interactionId }: TokenQuestion, response: Response): CompletionWriter {
    const created = Math.floor(this.ports.clock() / 1000);
    const head = { id: `chatcmpl-${interactionId}`, created, model: request.model };
    if (request.stream !== true) return new WholeResponse(response, head, { interactionId });
    return new ChunkedResponse(response, head, { interactionId }, request.stream_options?.include_usage === true);
  }
}

function valueOf<T>(read: { ok: true; value: T } | { ok: false; failure: ChatRefusal }): T {
  if (read.ok) return read.value;
  const { code, pointer } = read.failure;
  throw new HttpProblem(code === 'http.unknown_model' ? 404 : 400, code, pointer);
}
