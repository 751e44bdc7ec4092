import { type Command } from 'commander';

import { problemOf } from '../problem.js';
import { CommandError, print, readCommandSettings, readToken } from '../settings.js';

/** As delivery answers `POST /v1/admin/dead-letters/:service/:partition/:offset/replay`. */
type Done =
  | { readonly action: 'asked_anew'; readonly newInteractionId: string; readonly repeated: boolean }
  | {
      readonly action: 'replayed';
      readonly result: 'done' | 'duplicate' | 'dead_letter';
      readonly code: string | null;
    };

export function addReplay(dlq: Command): void {
  dlq
    .command('replay')
    .argument('<id>', 'as printed by list: service/partition/offset')
    .option('--json', "print delivery's answer as it is", false)
    .description('finish an open question in place, or ask a closed one anew; the token needs the scope operate')
    .action(replay);
}

/** Exit code 0 when it is done, 2 when it failed again: there is a new dead letter then. */
async function replay(id: string, { json }: { json: boolean }): Promise<void> {
  if (!/^[a-z]+\/\d+\/\d+$/.test(id)) throw new CommandError(`${id} is no dead letter: service/partition/offset.`);
  const settings = readCommandSettings();
  const url = `${settings.url}/v1/admin/dead-letters/${id}/replay`;
  const headers = { authorization: `Bearer ${readToken(settings)}` };
  const response = await fetch(url, { method: 'POST', headers }).catch(() => undefined);
  if (response === undefined) throw new CommandError(`Nothing answers at ${settings.url}. Is delivery running?`);
  if (!response.ok) throw new CommandError(`not replayed: ${await problemOf(response)}`);
  const done = (await response.json()) as Done;
  print(json ? JSON.stringify({ deadLetter: id, ...done }) : `${id}: ${sentenceOf(done)}`);
  if (done.action === 'replayed' && done.result === 'dead_letter') process.exitCode = 2;
}

function sentenceOf(done: Done): string {
  if (done.action === 'asked_anew') {
    const when = done.repeated ? 'was asked anew before' : 'is asked anew';
    return `its question is closed and ${when} as ${done.newInteractionId}`;
  }
  switch (done.result) {
    case 'done':
      return 'its record was taken again';
    case 'duplicate':
      return 'its record was taken before; nothing to do';
    case 'dead_letter':
      return `its record failed again (${done.code ?? 'without a code'}) and has a new dead letter`;
  }
}
