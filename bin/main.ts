import { Command, CommanderError } from 'commander';

import { addAsk } from './commands/ask.js';
import { addDeadLetters } from './commands/dead-letters.js';
import { addKeys } from './commands/keys.js';
import { addTail } from './commands/tail.js';
import { addToken } from './commands/token.js';
import { addTopics } from './commands/topics.js';
import { addVerify } from './commands/verify.js';
import { CommandError } from './settings.js';

export async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('imprimatur')
    .description('Ask, watch and verify. Reads IMPRIMATUR_URL, IMPRIMATUR_TOKEN, KAFKA_BROKERS, IMPRIMATUR_DATA_DIR.')
    .exitOverride();
  for (const add of [addAsk, addTail, addVerify, addDeadLetters, addTopics, addKeys, addToken]) add(program);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode;
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`${error.message}\n`);
  return error.exitCode;
}
