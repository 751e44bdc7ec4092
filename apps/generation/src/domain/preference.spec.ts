import { type Agent, type Policy } from '#libs/contracts';

import { configurationOf, scriptedProfile } from '../fixtures/configuration.fixture-spec.js';
import { preferenceOf } from './preference.js';

const place = { namespace: 'default', channel: 'web' };
const models = [
  scriptedProfile({ id: 'own', fallback: 'next' }),
  scriptedProfile({ id: 'next', fallback: 'last', qualities: ['fast'] }),
  scriptedProfile({ id: 'last' }),
  scriptedProfile({ id: 'exact', qualities: ['exact', 'fast'] }),
  scriptedProfile({ id: 'hidden', qualities: ['exact'] }),
];
const agents: Agent[] = [
  { id: 'clerk', profile: 'hidden', reader: { kind: 'agent', id: 'clerk' }, active: true },
  { id: 'resting', profile: null, active: false },
  { id: 'inside', profile: null, policy: 'inside', active: true },
];
const everywhere: Policy = {
  id: 'all',
  namespace: null,
  channel: null,
  profile: 'own',
  selectable: ['exact'],
  allowUnprobed: [],
  reviewWithinMs: 1000,
};
const policies = [everywhere, { ...everywhere, id: 'inside', namespace: 'inside', profile: 'last' }];
const configuration = configurationOf(models, {}, { policies, agents });

function order(asked: { model?: string; agent?: string }, at = place): string[] | string {
  const preference = preferenceOf(configuration, at, asked);
  if (preference.kind === 'none') return preference.code;
  return [preference.preferred, ...preference.fallbacks].map(({ id }) => id);
}

describe('the preference of a question', () => {
  it.each([
    ['nothing', {}, ['own', 'next', 'last']],
    ['auto', { model: 'auto' }, ['own', 'next', 'last']],
    ['a fallback by name', { model: 'next' }, ['next', 'last']],
    ['a selectable profile by name', { model: 'exact' }, ['exact']],
    ['a quality', { model: 'auto:exact' }, ['exact']],
    ['a quality of several', { model: 'auto:fast' }, ['next', 'exact', 'last']],
    ['an agent', { agent: 'clerk' }, ['hidden']],
    ['an agent and a model beside it', { agent: 'clerk', model: 'exact' }, ['exact']],
  ])('given %s, then the profiles in this order', (_what, asked, expected) => {
    expect(order(asked)).toEqual(expected);
  });

  it.each([
    ['a profile that the policy does not offer', { model: 'hidden' }, 'generation.unknown_model'],
    ['a profile that is not there', { model: 'gone' }, 'generation.unknown_model'],
    ['a quality that no offered profile has', { model: 'auto:cheap' }, 'generation.unknown_model'],
    ['no quality', { model: 'auto:' }, 'generation.unknown_model'],
    ['an agent that is not there', { agent: 'gone' }, 'generation.unknown_agent'],
    ['an agent that is not active', { agent: 'resting' }, 'generation.agent_inactive'],
    ['an agent whose policy is made for another place', { agent: 'inside' }, 'generation.unknown_agent'],
  ])('given %s, then no way', (_what, asked, code) => {
    expect(order(asked)).toBe(code);
  });

  it("given an agent's own policy in its place, then that policy", () => {
    expect(order({ agent: 'inside' }, { ...place, namespace: 'inside' })).toEqual(['last']);
  });

  it('given an agent with a reader, then its sight goes with the question', () => {
    const reader = { kind: 'agent', id: 'clerk' };
    expect(preferenceOf(configuration, place, { agent: 'clerk' })).toMatchObject({ kind: 'profiles', reader });
    expect(preferenceOf(configuration, place, {})).toMatchObject({ kind: 'profiles', reader: null });
  });
});
