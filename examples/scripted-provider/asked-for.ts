import { type IncomingMessage } from 'node:http';

/** The form that a request asks for: `strict` and `json_schema` are `json_schema` with and without `strict`. */
export type AskedForm = 'strict' | 'json_schema' | 'json_object' | 'none';

/** What this provider reads of a chat completions request. */
export interface AskedFor {
  readonly userText: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly form: AskedForm;
  /** True where the request offers tools. */
  readonly tools: boolean;
}

/** undefined where the body is not a request that could be answered. */
export async function readRequest(request: IncomingMessage): Promise<AskedFor | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = parsed(Buffer.concat(chunks).toString());
  const messages = body?.['messages'];
  if (body === undefined || !Array.isArray(messages)) return undefined;
  const user = (messages as Record<string, unknown>[]).filter(({ role }) => role === 'user');
  const options = body['stream_options'] as { include_usage?: unknown } | undefined;
  return {
    userText: user.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n'),
    stream: body['stream'] === true,
    includeUsage: options?.include_usage === true,
    form: formOf(body['response_format']),
    tools: Array.isArray(body['tools']) && body['tools'].length > 0,
  };
}

function formOf(format: unknown): AskedForm {
  const { type, json_schema: schema } = (format ?? {}) as { type?: unknown; json_schema?: { strict?: unknown } };
  if (type === 'json_object') return type;
  if (type !== 'json_schema') return 'none';
  return schema?.strict === true ? 'strict' : type;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Our prompt puts the question last, under this line; from other clients the whole user text is the question. */
const questionLine = '\nQUESTION\n';

export function questionOf({ userText }: AskedFor): string {
  const at = userText.lastIndexOf(questionLine);
  return at < 0 ? userText : userText.slice(at + questionLine.length);
}

export function markerOf(request: IncomingMessage): string | null {
  const header = request.headers['x-client-request-id'];
  return typeof header === 'string' ? header : null;
}
