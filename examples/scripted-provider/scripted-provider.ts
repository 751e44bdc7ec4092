import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

import { type AskedFor, type AskedForm, markerOf, questionOf, readRequest } from './asked-for.js';
import { play } from './play.js';
import { type Reply, type Rule, type Script } from './script.js';

/** One request that this provider took: written before the first byte of its answer. */
export interface LoggedRequest {
  /** RFC 3339 */
  readonly time: string;
  /** `x-client-request-id` as the caller sent it, null without one. */
  readonly marker: string | null;
  /** The word that only this answer may hold. */
  readonly canary: string;
  /** The name of the reply's kind, or `unmatched`. */
  readonly reply: string;
  readonly form: AskedForm;
}

export interface ScriptedProviderOptions {
  readonly script: Script;
  /** 0, the default, takes any free port of 127.0.0.1. */
  readonly port?: number;
  /** Called for each request, for example to append a line to a file. */
  readonly onRequest?: (request: LoggedRequest) => void;
}

export interface ScriptedProvider {
  /** `http://127.0.0.1:<port>/v1` */
  readonly baseUrl: string;
  readonly requests: readonly LoggedRequest[];
  /** Cuts what is open and frees the port. */
  close(): Promise<void>;
}

/**
 * A real HTTP server with OpenAI's chat completions wire format whose answers are written by hand.
 * Every answer names a model that begins with `scripted-`: nobody can take it for a real one.
 */
export async function startScriptedProvider(options: ScriptedProviderOptions): Promise<ScriptedProvider> {
  const requests: LoggedRequest[] = [];
  const log = (request: LoggedRequest): void => {
    requests.push(request);
    options.onRequest?.(request);
  };
  const answer = answerer(options.script, log);
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const port = await listen(server, options.port ?? 0);
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests, close: () => close(server) };
}

function answerer(script: Script, log: (request: LoggedRequest) => void) {
  const calls = new Map<string, number>();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST' || !request.url?.endsWith('/chat/completions')) return notHere(response);
    const asked = await readRequest(request);
    if (asked === undefined) return notHere(response);
    const marker = markerOf(request);
    const reply = nextReply(script, calls, asked, marker);
    const canary = `canary-${randomBytes(9).toString('hex')}`;
    log({ time: new Date().toISOString(), marker, canary, reply: reply?.kind ?? 'unmatched', form: asked.form });
    if (reply === undefined) return notHere(response);
    await play(
      reply,
      { model: script.model, canary, stream: asked.stream, includeUsage: asked.includeUsage },
      response,
    );
  };
}

/** The n-th call of an interaction under a rule gets that rule's n-th reply. */
function nextReply(
  script: Script,
  calls: Map<string, number>,
  asked: AskedFor,
  marker: string | null,
): Reply | undefined {
  const question = questionOf(asked);
  const index = script.rules.findIndex((rule) => fits(rule, asked, question));
  const rule = script.rules[index];
  if (rule === undefined) return undefined;
  const interaction = marker?.split('/').slice(0, 2).join('/') ?? '';
  const key = `${index} ${interaction}`;
  const call = calls.get(key) ?? 0;
  calls.set(key, call + 1);
  return rule.replies[Math.min(call, rule.replies.length - 1)];
}

function fits({ match, form, tools }: Rule, asked: AskedFor, question: string): boolean {
  return question.includes(match) && (form ?? asked.form) === asked.form && (tools ?? asked.tools) === asked.tools;
}

function notHere(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message: 'no rule of the script fits', type: 'invalid_request_error' } }));
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
