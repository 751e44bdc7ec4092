import { type Acl, aclsOf, brokerPrincipals } from '#libs/contracts';

import { code, page, table } from './markdown.js';

/** Names that no configuration can hold, so that they read as what they stand for. */
const anyone = { channels: ['<channel>'], upstreams: ['<system>'] };

export function aclsPage(): string {
  const acls = aclsOf(anyone);
  const rows = brokerPrincipals(anyone).map(({ name }) => rowOf(name, acls));
  return page(
    'Access rules',
    'libs/contracts/src/access.ts',
    'What each principal may do at a broker whose authoriser is on; everything else is refused. `imprimatur topics apply` gives these rules and takes stale ones of the principals `imprimatur-…` away. `<channel>` stands for every channel and `<system>` for every entry of `upstreams` in the configuration. Who reads or writes a topic may see its offsets too. The operator needs `alter` and `describe` on the cluster from the broker’s administrator before it can give the rest.',
    table(['principal', 'writes', 'reads', 'groups', 'more'], rows),
  );
}

function rowOf(principal: string, acls: readonly Acl[]): string[] {
  const own = acls.filter((acl) => acl.principal === principal);
  const names = (operation: Acl['operation'], resource: Acl['resource']) =>
    own.filter((acl) => acl.operation === operation && acl.resource === resource).map(({ name }) => name);
  const listed = (all: readonly string[]) => all.map(code).join(' ') || 'nothing';
  const groups = names('read', 'group').map((prefix) => code(`${prefix}*`));
  const making =
    names('create', 'topic').length > 0 ? 'makes and sees every topic of the table; rules of the cluster' : '';
  return [code(principal), listed(names('write', 'topic')), listed(names('read', 'topic')), groups.join(' '), making];
}
