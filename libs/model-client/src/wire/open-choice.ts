import { type Choice } from '#libs/contracts';

import { type ChoiceDelta, type Dialect, type ToolCallPiece } from './dialect.js';

interface OpenCall {
  readonly index: number;
  id: string | null;
  name: string;
  arguments: string;
}

/** A choice that is still being said. */
export interface OpenChoice {
  content: string | null;
  refusal: string | null;
  reasoning: string | null;
  /** In the order in which they began. */
  readonly calls: OpenCall[];
  finishReason: string | null;
}

const maxCalls = 128;

export const opened = (): OpenChoice => ({
  content: null,
  refusal: null,
  reasoning: null,
  calls: [],
  finishReason: null,
});

/** False where it contradicts what came before: text or another word after a finish, or calls without end. */
export function append(open: OpenChoice, delta: ChoiceDelta, bytes: number): boolean {
  if (open.finishReason !== null && !repeats(open.finishReason, delta, bytes)) return false;
  open.content = joined(open.content, delta.content);
  open.refusal = joined(open.refusal, delta.refusal);
  open.reasoning = joined(open.reasoning, delta.reasoning);
  open.finishReason = delta.finishReason ?? open.finishReason;
  return delta.toolCalls.every((piece) => appendCall(open.calls, piece));
}

export function closed(index: number, open: OpenChoice, dialect: Dialect): Choice | undefined {
  const { content, refusal, reasoning, calls, finishReason } = open;
  if (finishReason === null) return undefined;
  const inOrder = calls.toSorted((a, b) => a.index - b.index);
  const toolCalls = inOrder.map(({ id, name, arguments: given }) => ({ id, name, arguments: given }));
  const finish = dialect.finish({ reason: finishReason, refusal, calls: calls.length });
  return { index, content, refusal, reasoning, toolCalls, finish, finishReason };
}

/** UTF-8 bytes of what a piece adds. */
export function bytesOf({ content, refusal, reasoning, toolCalls }: ChoiceDelta): number {
  const parts = [content, refusal, reasoning, ...toolCalls.flatMap((call) => [call.name, call.arguments])];
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part ?? ''), 0);
}

/** After a finish some servers send its chunk again, or one that says nothing. */
const repeats = (finish: string, { finishReason, toolCalls }: ChoiceDelta, bytes: number): boolean =>
  bytes === 0 && toolCalls.length === 0 && (finishReason === null || finishReason === finish);

/** An id of its own begins a new call, whatever the place: some servers give every call the first one. */
function appendCall(calls: OpenCall[], piece: ToolCallPiece): boolean {
  const open = calls.findLast(({ index }) => index === piece.index);
  const isNew = open === undefined || (piece.id !== null && open.id !== null && piece.id !== open.id);
  if (isNew && calls.length >= maxCalls) return false;
  const call = isNew ? { index: piece.index, id: null, name: '', arguments: '' } : open;
  call.id = piece.id ?? call.id;
  call.name += piece.name;
  call.arguments += piece.arguments;
  if (isNew) calls.push(call);
  return true;
}

const joined = (text: string | null, more: string | null): string | null =>
  more === null ? text : (text ?? '') + more;
