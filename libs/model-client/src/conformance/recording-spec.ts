import { type ModelAdapter } from '#libs/contracts';

/** What each recording says, so that one suite can hold all adapters against it. */
export const recorded = {
  model: 'model-1',
  text: '{"answer":"Grüße 🙂 [1]"}',
  refusal: 'I cannot help with that.',
  reasoning: 'First the order, then the date.',
  calls: [
    { id: 'call_1', name: 'find_order', arguments: '{"identity":"ORD-1042"}' },
    { id: 'call_2', name: 'find_order', arguments: '{"identity":"ORD-1043"}' },
  ],
  usage: { inputTokens: 11, outputTokens: 7 },
};

/**
 * The streams of one provider, written by hand after its documented wire format: no real answer was recorded. Each is the
 * whole of the response's body.
 */
export interface Recording {
  readonly adapter: ModelAdapter;
  /** Follows the server's origin in a profile. */
  readonly basePath: string;
  /** Where the request must arrive. */
  readonly path: string;
  readonly complete: string;
  readonly withoutUsage: string;
  readonly reasoned: string;
  readonly refused: string;
  readonly truncated: string;
  readonly filtered: string;
  /** A word for the end that the documents do not hold. */
  readonly unknownFinish: string;
  /** Two calls, the arguments in pieces. */
  readonly calls: string;
  /** The answer as the forced call of the tool `answer`. */
  readonly answerCall: string;
  /** Half an answer, and then an error where an event would come. */
  readonly errorObject: string;
  /** The beginning of `complete`, up to the middle of its text. */
  readonly half: string;
  /** A text of the given length, and its end. */
  readonly long: (length: number) => string;
  /** An event that is JSON and not of the format. */
  readonly malformed: string;
}

/** The text in pieces as a model would say it. */
export const piecesOf = (text: string, count = 3): string[] => {
  const points = [...text];
  const size = Math.ceil(points.length / count);
  return Array.from({ length: count }, (_, at) => points.slice(at * size, (at + 1) * size).join(''));
};
