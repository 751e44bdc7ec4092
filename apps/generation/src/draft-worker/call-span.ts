import { type ModelProfile } from '#libs/contracts';
import { type Span, type SpanAttributes, type Tracing } from '#libs/event-flow';
import { type ModelResult } from '#libs/model-client';

import { attemptEnd } from '../domain/attempt.js';
import { unknownTokens } from '../domain/cost.js';
import { type ModelCall } from '../domain/model-call.js';

/** The span of one provider call, by the semantic conventions for GenAI clients (gen-ai-spans.md); no content. */
export function callSpan(
  tracing: Tracing | undefined,
  parent: string | undefined,
  { baseUrl }: ModelProfile,
  { model, limits, marker }: ModelCall,
): Span | undefined {
  const { hostname, port, protocol } = new URL(baseUrl);
  return tracing?.start({
    name: `chat ${model}`,
    kind: 'client',
    parent,
    attributes: {
      'gen_ai.operation.name': 'chat',
      // What an endpoint that speaks the OpenAI protocol is called where no more is known of it.
      'gen_ai.provider.name': 'openai',
      'gen_ai.output.type': 'json',
      'gen_ai.request.model': model,
      'gen_ai.request.max_tokens': limits.outputTokens,
      'gen_ai.request.stream': true,
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
      'imprimatur.call': marker,
    },
  });
}

/** A call that was never sent has no span. The names that a provider gives are its text: only the asked model is told. */
export function endCallSpan(span: Span | undefined, { model }: ModelCall, result: ModelResult): void {
  if (result.kind === 'not_sent') return;
  const { inputTokens, outputTokens } = 'tokens' in result ? result.tokens : unknownTokens;
  span?.end({
    attributes: {
      ...(result.kind === 'response' ? responseAttributes(model, result) : {}),
      ...(inputTokens === null ? {} : { 'gen_ai.usage.input_tokens': inputTokens }),
      ...(outputTokens === null ? {} : { 'gen_ai.usage.output_tokens': outputTokens }),
    },
    error: errorOf(result),
  });
}

function responseAttributes(model: string, response: Extract<ModelResult, { kind: 'response' }>): SpanAttributes {
  return {
    'gen_ai.response.finish_reasons': response.choices.map(({ finish }) => finish),
    ...(response.model === model ? { 'gen_ai.response.model': model } : {}),
  };
}

function errorOf(result: Exclude<ModelResult, { kind: 'not_sent' }>): string | undefined {
  if (result.kind === 'abandoned') return 'abandoned';
  return attemptEnd(result).code ?? undefined;
}
