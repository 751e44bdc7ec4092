import { type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { type MessageReply, type Reply } from './script.js';
import {
  completion,
  done,
  estimatedUsage,
  finishOf,
  type Scene,
  sse,
  textChunk,
  toolCallChunks,
  usageChunk,
} from './wire-format.js';

/** Plays one reply; a hanging one resolves at once and leaves its connection open. */
export async function play(reply: Reply, scene: Scene, response: ServerResponse): Promise<void> {
  await pause(reply.delayMs ?? 0);
  switch (reply.kind) {
    case 'message':
      return scene.stream ? streamMessage(reply, scene, response) : wholeMessage(reply, scene, response);
    case 'raw':
      begin(response);
      for (const chunk of reply.chunks)
        response.write(withCanary(typeof chunk === 'string' ? chunk : sse(chunk), scene));
      response.end();
      return;
    case 'status':
      return refuse(reply, response);
    case 'hang':
      return partly(reply, scene, response);
    case 'cut':
      await partly(reply, scene, response);
      response.destroy();
      return;
    case 'page':
      response.writeHead(200, { 'content-type': reply.contentType });
      response.end(withCanary(reply.body, scene));
      return;
    case 'stream_error':
      begin(response);
      if (reply.content !== undefined)
        response.write(textChunk(scene, { content: withCanary(reply.content, scene) }, null));
      response.write(
        sse({ error: { message: `overloaded ${scene.canary}`, type: 'server_error', code: 'overloaded' } }),
      );
      response.end();
      return;
  }
}

const withCanary = (text: string, { canary }: Scene): string => text.replaceAll('{{canary}}', canary);

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
}

async function streamMessage(reply: MessageReply, scene: Scene, response: ServerResponse): Promise<void> {
  const { pauseMs = 0, bytesAtOnce } = reply;
  begin(response);
  for (const frame of framesOf(reply, scene)) {
    if (response.destroyed) return;
    for (const bytes of slices(Buffer.from(frame), bytesAtOnce)) await written(response, bytes);
    if (pauseMs > 0) await pause(pauseMs);
  }
  response.end();
}

function framesOf(reply: MessageReply, scene: Scene): string[] {
  const { chunks = 8, refusal, toolCalls = [] } = reply;
  const finish = finishOf(reply);
  const content = withCanary(reply.content ?? '', scene);
  const wantsUsage = scene.includeUsage && reply.usage !== false;
  return [
    ...pieces(content, chunks).map((piece) => textChunk(scene, { content: piece }, null)),
    ...(refusal === undefined ? [] : [textChunk(scene, { refusal: withCanary(refusal, scene) }, null)]),
    ...toolCalls.flatMap((call, at) => toolCallChunks(scene, at, call)),
    ...(finish === null ? [] : [textChunk(scene, {}, finish)]),
    ...(wantsUsage ? [usageChunk(scene, reply.usage || estimatedUsage(content))] : []),
    ...(finish === null ? [] : [done]),
  ];
}

/** Resolves when the bytes have left, so that the next ones travel apart from them. */
const written = (response: ServerResponse, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => void response.write(bytes, () => resolve()));

function slices(bytes: Buffer, size = bytes.length): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

async function wholeMessage(reply: MessageReply, scene: Scene, response: ServerResponse): Promise<void> {
  const content = withCanary(reply.content ?? '', scene);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(completion(scene, reply, content)));
}

async function partly(
  reply: { readonly content?: string; readonly after?: number },
  scene: Scene,
  response: ServerResponse,
): Promise<void> {
  if (reply.content === undefined) return;
  begin(response);
  const text = pieces(withCanary(reply.content, scene), 8).slice(0, reply.after ?? 8);
  for (const piece of text) response.write(textChunk(scene, { content: piece }, null));
  await pause(20);
}

function refuse(reply: Extract<Reply, { kind: 'status' }>, response: ServerResponse): void {
  const { status, retryAfter, location } = reply;
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    ...(location === undefined ? {} : { location }),
  });
  response.end(JSON.stringify({ error: { message: 'refused by the script', type: 'scripted_error', code: status } }));
}

/** Cuts a text into at most `count` pieces between code points. */
function pieces(text: string, count: number): string[] {
  const points = [...text];
  const size = Math.max(1, Math.ceil(points.length / count));
  return Array.from({ length: Math.ceil(points.length / size) }, (_, at) =>
    points.slice(at * size, (at + 1) * size).join(''),
  );
}
