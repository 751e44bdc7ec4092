import { type ModelRequest, type TokenUsage } from '../model-client.port.js';

/**
 * The usage as the wire gave it, and where a number is missing an estimate of it: `o200k_base` over what was asked and
 * what was said, which may not be the model's own tokenizer. Of a call that said nothing nothing is known.
 *
 * @param said all that the model said, over all choices, as far as it came
 */
export async function withEstimates(tokens: TokenUsage, request: ModelRequest, said: string): Promise<TokenUsage> {
  const { inputTokens, outputTokens } = tokens;
  if (said === '' || (inputTokens !== null && outputTokens !== null)) return tokens;
  const count = await counter();
  return {
    inputTokens: inputTokens ?? count(askedBy(request)),
    outputTokens: outputTokens ?? count(said),
    estimated: true,
  };
}

function askedBy({ messages, mode, schema, tools = [] }: ModelRequest): string {
  const held = mode === 'json_mode' ? [] : [JSON.stringify(schema.schema)];
  const calls = messages.flatMap((message) => ('toolCalls' in message ? [JSON.stringify(message.toolCalls)] : []));
  const offered = tools.map((tool) => JSON.stringify(tool));
  return [...messages.map(({ content }) => content ?? ''), ...calls, ...held, ...offered].join('\n');
}

/** Of a longer text its beginning is counted, and the rest taken to be like it. */
const sampleLength = 8_192;
/** The time for one piece grows with the square of its longest word. */
const pieceLength = 256;

/** The vocabulary takes 70 MB: it is loaded when an endpoint first leaves out its usage. */
async function counter(): Promise<(text: string) => number> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const asPlainText = { disallowedSpecial: new Set<string>() };
  return (text) => {
    const sample = text.slice(0, sampleLength);
    const pieces = Array.from({ length: Math.ceil(sample.length / pieceLength) }, (_, at) =>
      sample.slice(at * pieceLength, (at + 1) * pieceLength),
    );
    const counted = pieces.reduce((sum, piece) => sum + countTokens(piece, asPlainText), 0);
    return sample.length === 0 ? 0 : Math.round((counted * text.length) / sample.length);
  };
}
