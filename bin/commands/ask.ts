import { randomUUID } from 'node:crypto';

import { type Command } from 'commander';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

import { type PublishedAnswer } from '#libs/contracts';

import { problemOf } from '../problem.js';
import { CommandError, print, printable, readCommandSettings, readToken } from '../settings.js';

interface AskOptions {
  readonly channel: string;
  readonly timeout: string;
}

export function addAsk(program: Command): void {
  program
    .command('ask')
    .argument('<question>')
    .description('ask through delivery and follow the answer')
    .option('--channel <id>', 'the channel to ask on', 'web')
    .option('--timeout <ms>', 'give up after this many milliseconds', '60000')
    .action(ask);
}

async function ask(question: string, { channel, timeout }: AskOptions): Promise<void> {
  const settings = readCommandSettings();
  const authorization = `Bearer ${readToken(settings)}`;
  const interactionId = randomUUID();
  const body = JSON.stringify({ interactionId, channel, question, timeoutMs: Number(timeout) });
  const headers = { authorization, 'content-type': 'application/json' };
  const asked = await call(`${settings.url}/v1/questions`, { method: 'POST', headers, body });
  if (asked.status !== 202) throw new CommandError(`refused: ${await problemOf(asked)}`);
  const stream = await call(`${settings.url}/v1/interactions/${interactionId}/events`, { headers: { authorization } });
  if (!stream.ok || stream.body === null) throw new CommandError(`no stream: ${await problemOf(stream)}`);
  await follow(stream.body);
}

async function call(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    throw new CommandError(`Nothing answers at ${url}. Is delivery running (npm start)?`);
  }
}

/** Prints deltas as they come; each was approved before it was sent. */
async function follow(body: ReadableStream<Uint8Array>): Promise<void> {
  let ended = false;
  const parser = createParser({ onEvent: (event) => (ended = show(event) || ended) });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (ended) return;
  }
  if (!ended)
    throw new CommandError(
      "The stream ended without an outcome: delivery went away. The answer, if there is one, lies on the channel's topic.",
    );
}

/** True for an outcome. */
function show({ event, data }: EventSourceMessage): boolean {
  switch (event ?? 'message') {
    case 'content_delta':
      process.stdout.write(printable(JSON.parse(data) as string));
      return false;
    case 'deferred':
      print('(a person reviews this answer first)');
      return false;
    case 'completed':
      printAnswer(JSON.parse(data) as PublishedAnswer);
      return true;
    case 'failed': {
      const { code, message } = JSON.parse(data) as { code: string; message: string };
      print(`failed: ${code}: ${message}`);
      process.exitCode = 2;
      return true;
    }
    default:
      return event === 'retracted';
  }
}

function printAnswer(answer: PublishedAnswer): void {
  print(`\n\n${answer.notice}`);
  for (const { number, entity } of answer.citations) print(`[${number}] ${entity.documentType} ${entity.identity}`);
  for (const document of answer.documentationCitations) print(`see ${document}`);
  for (const limitation of answer.limitations) print(`limitation: ${limitation}`);
  print(`approved, ${answer.generationKind}, ${answer.answerSource}, draft ${answer.draftDigest}`);
}
