import { AclOperationTypes } from 'kafkajs';

import { type Acl } from '#libs/contracts';

import { aclDifference, entryOf, sentenceOf } from './acl-entries.js';

const read: Acl = {
  principal: 'bot',
  operation: 'read',
  resource: 'topic',
  name: 'published.web.v1',
  pattern: 'literal',
};
const join: Acl = { principal: 'bot', operation: 'read', resource: 'group', name: 'bot.web.', pattern: 'prefixed' };

describe('the difference of two sets of rules', () => {
  it('given what is wanted, then nothing is to do', () => {
    expect(aclDifference([entryOf(join), entryOf(read)], [read, join])).toEqual({ missing: [], stale: [] });
  });

  it('given nothing, then everything is missing', () => {
    expect(aclDifference([], [read, join])).toEqual({ missing: [entryOf(read), entryOf(join)], stale: [] });
  });

  it.each([
    ['another operation', { ...entryOf(read), operation: AclOperationTypes.ALL }],
    ['another host', { ...entryOf(read), host: '10.0.0.1' }],
    ['another name', { ...entryOf(read), resourceName: 'published.shop.v1' }],
    ['another pattern', entryOf({ ...read, pattern: 'prefixed' })],
  ])('given a rule with %s, then it is stale and the right one is missing', (_what, other) => {
    expect(aclDifference([other], [read])).toEqual({ missing: [entryOf(read)], stale: [other] });
  });
});

describe('a rule in words', () => {
  it('names principal, operation and resource, and a host where there is one', () => {
    expect(sentenceOf(entryOf(read))).toBe('bot: read topic published.web.v1');
    expect(sentenceOf(entryOf(join))).toBe('bot: read group bot.web.*');
    expect(sentenceOf({ ...entryOf(read), operation: AclOperationTypes.ALTER_CONFIGS, host: '10.0.0.1' })).toBe(
      'bot: alter configs topic published.web.v1 from 10.0.0.1',
    );
  });
});
