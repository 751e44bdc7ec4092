import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Command } from 'commander';

import { answerApprovedV1, type PublishedAnswer } from '#libs/contracts';
import { readKeySet, verifyAnswer } from '#libs/seal';

import { CommandError, print, readCommandSettings } from '../settings.js';

export function addVerify(program: Command): void {
  program
    .command('verify')
    .argument('<answer.json>', 'a published answer: the data of answer.completed, or a structured CloudEvent')
    .description('check the seal of a published answer, offline')
    .option('--keys <file>', "a JWKS file; default: the local stack's key set")
    .action(verify);
}

async function verify(file: string, options: { keys?: string }): Promise<void> {
  const keysFile = options.keys ?? join(readCommandSettings().dataDir, 'keys', 'key-set.json');
  const keys = readKeySet(readJson(keysFile));
  if (!keys.ok) throw new CommandError(`${keysFile} is no key set: ${keys.failure.code}`);
  const answer = answerIn(readJson(file));
  const verified = await verifyAnswer(answer, keys.value);
  if (!verified.ok) throw new CommandError(`NOT VERIFIED: ${verified.failure}`, 3);
  print(`verified: exactly this text was approved for channel ${answer.channel}, interaction ${answer.interactionId}`);
}

function answerIn(value: unknown): PublishedAnswer {
  const event = value as { specversion?: string; data?: unknown };
  const answer = event?.specversion === '1.0' ? event.data : value;
  const violation = answerApprovedV1.checkRead(answer);
  if (violation) throw new CommandError(`NOT VERIFIED: not a published answer (${violation.pointer || '/'})`, 3);
  return answer as PublishedAnswer;
}

function readJson(file: string): unknown {
  if (!existsSync(file)) throw new CommandError(`${file} is not there.`);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new CommandError(`${file} is not JSON.`);
  }
}
