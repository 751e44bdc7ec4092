import { Command, CommanderError } from 'commander';

import { codes } from '#libs/contracts';
import { OutageError } from '#libs/event-flow';
import { StartError } from '#libs/service-host';

import { addAsk } from './commands/ask.js';
import { addDeadLetters } from './commands/dead-letters.js';
import { addKeys } from './commands/keys.js';
import { addProfiles } from './commands/profiles.js';
import { addSchema } from './commands/schema.js';
import { addTail } from './commands/tail.js';
import { addToken } from './commands/token.js';
import { addTopics } from './commands/topics.js';
import { addVerify } from './commands/verify.js';
import { CommandError } from './settings.js';

export async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('imprimatur')
    .description('Ask, watch and verify. Reads IMPRIMATUR_URL, IMPRIMATUR_TOKEN, IMPRIMATUR_DATA_DIR and KAFKA_*.')
    .exitOverride();
  const parts = [addAsk, addTail, addVerify, addDeadLetters, addTopics, addKeys, addToken, addSchema, addProfiles];
  for (const add of parts) add(program);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode;
  const said = sentenceOf(error);
  if (said === undefined) throw error;
  process.stderr.write(`${said}\n`);
  return error instanceof CommandError ? error.exitCode : 1;
}

/** For the person at the terminal; undefined for a bug. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof CommandError || error instanceof StartError) return error.message;
  if (!(error instanceof OutageError)) return undefined;
  const row = Object.entries(codes).find(([code]) => code === error.code);
  return row === undefined ? error.message : `${error.message}: ${row[1].says}.`;
}
