import { type Acl, aclsOf, isOfTheHouse, operatorPrincipal, brokerPrincipals, servicePrincipal } from './access.js';
import { services, topicsWith } from './topics.js';

const connected = { channels: ['web', 'web-two'], upstreams: ['crm'] };
const acls = aclsOf(connected);
const may = (principal: string, operation: Acl['operation'], resource: Acl['resource'] = 'topic') =>
  acls
    .filter((acl) => acl.principal === principal && acl.operation === operation && acl.resource === resource)
    .map(({ name }) => name);
const writers = (topic: string) =>
  acls.filter(({ operation, name }) => operation === 'write' && name === topic).map(({ principal }) => principal);

describe('the access rules', () => {
  it('give each producer of the table its topic, and nobody else', () => {
    for (const { name, producers } of topicsWith(connected.channels)) {
      const expected = producers.map((party) =>
        party === 'upstream' ? 'imprimatur-upstream-crm' : `imprimatur-${party}`,
      );
      expect(writers(name).sort()).toEqual([...expected].sort());
    }
  });

  it('let validation alone approve and delivery alone publish', () => {
    expect(writers('answers.approved.v1')).toEqual(['imprimatur-validation']);
    expect(writers('published.web.v1')).toEqual(['imprimatur-delivery']);
  });

  it('give a bot one topic and one group prefix, which is no prefix of another channel', () => {
    const bot = acls.filter(({ principal }) => principal === 'imprimatur-bot-web');
    expect(bot).toEqual([
      expect.objectContaining({ operation: 'read', resource: 'topic', name: 'published.web.v1', pattern: 'literal' }),
      expect.objectContaining({ operation: 'read', resource: 'group', name: 'bot.web.', pattern: 'prefixed' }),
    ]);
  });

  it('give each service the groups of its own subscriptions', () => {
    for (const service of services) {
      expect(may(servicePrincipal(service), 'read', 'group')).toEqual([`imprimatur.${service}.`]);
    }
  });

  it('let nobody but the operator make topics or rules', () => {
    const making = acls.filter(({ operation }) => operation === 'create' || operation === 'alter');
    expect(new Set(making.map(({ principal }) => principal))).toEqual(new Set([operatorPrincipal]));
    expect(may(operatorPrincipal, 'create')).toEqual(topicsWith(connected.channels).map(({ name }) => name));
  });

  it('let the operator read dead letters and nothing else, and write nothing', () => {
    expect(may(operatorPrincipal, 'write')).toEqual([]);
    expect(may(operatorPrincipal, 'read')).toEqual(services.map((service) => `dlq.${service}.v1`));
  });

  it('have a prefix for groups alone', () => {
    expect(acls.filter(({ pattern, resource }) => (pattern === 'prefixed') !== (resource === 'group'))).toEqual([]);
  });

  it('name principals of the house alone, each once', () => {
    const names = brokerPrincipals(connected).map(({ name }) => name);
    expect(names.every(isOfTheHouse)).toBe(true);
    expect(new Set(names).size).toBe(names.length);
    expect(isOfTheHouse('admin')).toBe(false);
  });
});
