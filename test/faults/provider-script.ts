import { type Reply, type Script } from '../../examples/scripted-provider/index.js';

export const model = 'scripted-faults';
/** The profile's limit of attempts, which the money check holds the provider's log against. */
export const attemptsAllowed = 3;

/** Long enough that a piece of an eighth holds the whole canary, and not in one alphabet alone. */
const long = 'Válasz, jóváhagyva – утверждено, 已核准 👩‍👩‍👧. '.repeat(20);
const contract = (answer: string): string =>
  JSON.stringify({ answer, entityCitations: [], documentationCitations: [], limitations: [] });
const answer = contract(`{{canary}} ${long}[1].`);
const good: Reply = { kind: 'message', delayMs: 100, content: answer };
const cited = contract(`{{canary}} rests on what is not there [7]. ${long}`);

interface ProviderFault {
  /** The question's text, by which the script knows it. */
  readonly text: string;
  readonly replies: readonly [Reply, ...Reply[]];
  readonly ends: readonly string[];
}

/** What a provider can do to a question, and what must become of it then. */
export const providerFaults: readonly ProviderFault[] = [
  { text: 'once 429', replies: [{ kind: 'status', status: 429, retryAfter: '1' }, good], ends: ['completed'] },
  { text: 'ever 429', replies: [{ kind: 'status', status: 429, retryAfter: '0' }], ends: ['provider.rate_limited'] },
  { text: 'once 503', replies: [{ kind: 'status', status: 503 }, good], ends: ['completed'] },
  { text: 'ever 503', replies: [{ kind: 'status', status: 503, retryAfter: '0' }], ends: ['provider.unavailable'] },
  { text: 'a 500', replies: [{ kind: 'status', status: 500 }], ends: ['provider.unobserved'] },
  { text: 'a 401', replies: [{ kind: 'status', status: 401 }], ends: ['provider.request_refused'] },
  { text: 'silence', replies: [{ kind: 'hang' }], ends: ['provider.idle'] },
  { text: 'standstill', replies: [{ kind: 'hang', content: answer, after: 3 }], ends: ['provider.idle'] },
  { text: 'cut at once', replies: [{ kind: 'cut' }], ends: ['provider.unobserved'] },
  { text: 'cut within', replies: [{ kind: 'cut', content: answer, after: 3 }], ends: ['provider.broken'] },
  {
    text: 'a web page',
    replies: [{ kind: 'page', contentType: 'text/html', body: '<p>{{canary}}</p>' }],
    ends: ['provider.malformed'],
  },
  { text: 'split letters', replies: [{ ...good, bytesAtOnce: 7 }], ends: ['completed'] },
  { text: 'an error inside', replies: [{ kind: 'stream_error', content: answer }], ends: ['provider.broken'] },
  { text: 'no end', replies: [{ kind: 'message', content: answer, finish: null }], ends: ['provider.broken'] },
  {
    text: 'cut short',
    replies: [{ kind: 'message', content: answer, finish: 'length' }],
    ends: ['envelope.truncated'],
  },
  {
    text: 'a refusal',
    replies: [{ kind: 'message', content: '', refusal: 'No. {{canary}}' }],
    ends: ['envelope.refusal'],
  },
  { text: 'a wrong number', replies: [{ kind: 'message', content: cited }], ends: ['reference.unknown_marker'] },
  { text: 'a repair', replies: [{ kind: 'message', content: '{"answer":"{{canary}}"}' }, good], ends: ['completed'] },
  { text: 'prose', replies: [{ kind: 'message', content: `{{canary}} ${long}` }], ends: ['parse.not_json'] },
];

export const faultScript: Script = {
  model,
  rules: [
    ...providerFaults.map(({ text, replies }) => ({ match: `fault: ${text} (`, replies: [...replies] })),
    { match: '', replies: [good] },
  ],
};
