import { type Command, Option } from 'commander';

import { channelId, type TokenScope, tokenScopes } from '#libs/contracts';
import { newToken } from '#libs/service-host';

import { CommandError, print } from '../settings.js';

interface TokenOptions {
  readonly namespace: string;
  readonly channels: string;
  readonly scopes: string;
  readonly principal: string;
  readonly days: string;
}

const idPattern = new RegExp(channelId.pattern ?? '');

export function addToken(program: Command): void {
  const token = program.command('token').description('bearer tokens for the HTTP interfaces');
  token
    .command('create')
    .description('print a new token once, and the entry for apiTokens in the configuration file')
    .requiredOption('--namespace <id>')
    .requiredOption('--channels <ids>', 'comma-separated')
    .addOption(new Option('--scopes <names>', `comma-separated: ${tokenScopes.join(', ')}`).makeOptionMandatory())
    .option('--principal <kind:id>', 'who asks with it, human:<id> or agent:<id>', 'agent:portal')
    .option('--days <n>', 'days until it expires', '365')
    .action(create);
}

function create(options: TokenOptions): void {
  const wanted = options.scopes.split(',');
  const unknown = wanted.filter((scope) => !tokenScopes.includes(scope as TokenScope));
  if (unknown.length > 0)
    throw new CommandError(`Unknown scopes: ${unknown.join(', ')}. There are ${tokenScopes.join(', ')}.`);
  const [, kind, id] = /^(human|agent):(.+)$/.exec(options.principal) ?? [];
  if (kind === undefined || id === undefined) throw new CommandError('--principal takes human:<id> or agent:<id>.');
  const days = Number(options.days);
  if (!(days > 0 && days < 36_500)) throw new CommandError('--days takes a number above 0.');
  const { namespace } = options;
  const channels = options.channels.split(',');
  if (![namespace, ...channels].every((id) => idPattern.test(id))) {
    throw new CommandError(
      '--namespace and --channels take ids: a lower-case letter, then letters, digits and hyphens.',
    );
  }
  const { token, tokenDigest } = newToken();
  const expiresAt = new Date(Date.now() + days * 86_400_000).toISOString();
  print(`token (shown this once): ${token}`);
  print('entry for apiTokens; raise the revision of the configuration with it:');
  print(
    JSON.stringify({ tokenDigest, principal: { kind, id }, namespace, channels, scopes: wanted, expiresAt }, null, 2),
  );
}
