import { type ModelProfile } from '#libs/contracts';

import {
  askingOf,
  configurationOf,
  configurationWith,
  probed,
  probedAt,
  scriptedProfile,
} from '../fixtures/configuration.fixture-spec.js';
import { draftingTimeMs } from './drafting-time.js';
import { routeFor } from './routing.js';

const none = { strictSchema: false, jsonSchema: false, jsonMode: false };
const weak = { ...none, jsonMode: true };
const first = (parts: Partial<ModelProfile> = {}) => scriptedProfile({ id: 'first', fallback: 'second', ...parts });
const second = (parts: Partial<ModelProfile> = {}) => scriptedProfile({ id: 'second', ...parts });
const refused = (profile: string, code = 'provider.unavailable', isLeft = false) => ({ profile, code, isLeft });

describe('routing', () => {
  it('given no model, then the extractive profile', () => {
    expect(routeFor(configurationWith(), askingOf())).toMatchObject({
      kind: 'extractive',
      profile: { unprobed: false },
      asked: 'none',
      downgrade: null,
    });
  });

  it.each([
    ['strict', { ...none, strictSchema: true, jsonMode: true }, null],
    ['json_schema', { ...none, jsonSchema: true, jsonMode: true }, 'profile.no_strict'],
    ['json_mode', weak, 'profile.no_strict'],
  ])('given a model let in by name, then it is asked by its strongest mode, %s', (mode, capabilities, downgrade) => {
    const route = routeFor(configurationWith(scriptedProfile({ capabilities })), askingOf());
    expect(route).toMatchObject({ kind: 'model', mode, asked: 'strict', downgrade, profile: { unprobed: true } });
  });

  it.each([
    ['disabled', configurationWith(scriptedProfile({ enabled: false })), 'provider.not_configured'],
    ['unprobed and not let in by name', configurationWith(scriptedProfile(), []), 'provider.unprobed'],
    ['without any form', configurationWith(scriptedProfile({ capabilities: none })), 'provider.not_configured'],
    ['missing', { ...configurationWith(), profiles: [] }, 'provider.not_configured'],
  ])('given a profile that is %s, then the way is closed', (_why, configuration, code) => {
    expect(routeFor(configuration, askingOf())).toMatchObject({ kind: 'closed', code });
  });

  it('given a probe that holds, then only what it found counts and nothing is unprobed', () => {
    const configuration = configurationOf([probed(scriptedProfile(), ['jsonMode'])], { allowUnprobed: [] });
    const route = routeFor(configuration, askingOf());
    expect(route).toMatchObject({ kind: 'model', mode: 'json_mode', profile: { unprobed: false } });
  });

  it('given a preferred profile whose probe is old, then the fallback is asked and the draft can say why', () => {
    const models = [
      probed(first(), ['strictSchema'], { at: '2026-01-01T00:00:00Z' }),
      probed(second(), ['strictSchema']),
    ];
    expect(routeFor(configurationOf(models, { allowUnprobed: [] }), askingOf())).toMatchObject({
      kind: 'model',
      profile: { id: 'second' },
      mode: 'strict',
      downgrade: null,
      passedOver: [{ profile: 'first', code: 'profile.probe_old' }],
    });
  });

  it('given a strict fallback, then it comes before a weaker form of the preferred profile', () => {
    const route = routeFor(configurationOf([first({ capabilities: weak }), second()]), askingOf());
    expect(route).toMatchObject({ mode: 'strict', profile: { id: 'second' } });
    expect(route.kind === 'model' && route.rungs.map(({ profile }) => profile.id)).toEqual(['second', 'first']);
  });

  it('given high risk and no strict form, then the no-action answer, which names its reason', () => {
    const route = routeFor(configurationOf([scriptedProfile({ capabilities: weak })]), askingOf({ riskLevel: 'high' }));
    expect(route).toMatchObject({ kind: 'no_action', asked: 'strict', downgrade: 'risk.needs_strict' });
  });

  it('given a policy that allows weaker forms at low risk alone, then medium, the default, has none', () => {
    const configuration = configurationOf([scriptedProfile({ capabilities: weak })], { nonStrictUpTo: 'low' });
    expect(routeFor(configuration, askingOf()).kind).toBe('no_action');
    expect(routeFor(configuration, askingOf({ riskLevel: 'low' }))).toMatchObject({ mode: 'json_mode' });
  });

  it('given a profile that is not approved for disclosure, then it is asked only what brings nothing with it', () => {
    const unapproved = first({ disclosureApproved: false });
    const brings = askingOf({ context: { fragments: [{ id: 'a', text: 'secret' }] } });
    expect(routeFor(configurationOf([unapproved, second()]), askingOf())).toMatchObject({ profile: { id: 'first' } });
    expect(routeFor(configurationOf([unapproved, second()]), brings)).toMatchObject({
      profile: { id: 'second' },
      passedOver: [{ profile: 'first', code: 'profile.not_disclosable' }],
    });
    expect(routeFor(configurationOf([{ ...unapproved, fallback: null }]), brings).kind).toBe('undisclosed');
  });

  it('given an endpoint that does not take a keyword of the schema, then the schema is not sent', () => {
    const route = routeFor(configurationOf([scriptedProfile({ schemaLimitations: ['items'] })]), askingOf());
    expect(route).toMatchObject({ mode: 'json_mode', downgrade: 'profile.schema_limited' });
  });
});

describe('routing after refusals', () => {
  const models = [first(), second({ capabilities: weak })];

  it('given a refused profile, then the last one called is asked again after its rest', () => {
    expect(routeFor(configurationOf(models), askingOf({}, [refused('first')]))).toMatchObject({
      profile: { id: 'first' },
      downgrade: null,
    });
  });

  it('given the last one called was left for another, then the next rung', () => {
    const tried = [refused('first', 'provider.unavailable', true)];
    expect(routeFor(configurationOf(models), askingOf({}, tried))).toMatchObject({ profile: { id: 'second' } });
  });

  it('given its attempts used up, then the next rung, and the downgrade names the failure', () => {
    const tried = [refused('first'), refused('first', 'provider.rate_limited')];
    expect(routeFor(configurationOf(models), askingOf({}, tried))).toMatchObject({
      profile: { id: 'second' },
      mode: 'json_mode',
      downgrade: 'provider.rate_limited',
      passedOver: [
        { profile: 'second', code: 'profile.no_strict' },
        { profile: 'first', code: 'provider.rate_limited' },
      ],
    });
  });

  it('given a profile that was left for another, then it is not taken up again', () => {
    const tried = [refused('first'), refused('second')];
    const route = routeFor(configurationOf([first(), second()]), askingOf({}, tried));
    expect(route.kind === 'model' && route.rungs.map(({ profile }) => profile.id)).toEqual(['second']);
  });

  it.each([
    ['every attempt used', [refused('first', 'provider.request_refused'), refused('second'), refused('second')]],
    ['high risk, and no strict form left', [refused('first'), refused('first')]],
  ])('given %s, then it fails with the code of the last refusal and answers nothing', (_what, tried) => {
    expect(routeFor(configurationOf(models), askingOf({ riskLevel: 'high' }, tried))).toMatchObject({
      kind: 'closed',
      code: 'provider.unavailable',
    });
  });

  it('given the same look, then the same rung', () => {
    const configuration = configurationOf([probed(first(), ['strictSchema']), second()]);
    const look = () => routeFor(configuration, { ...askingOf(), now: new Date(probedAt) });
    expect(look()).toEqual(look());
  });
});

describe('the time for drafting', () => {
  it('given a timeout, then a tenth and at most five seconds are left for the services behind', () => {
    expect(draftingTimeMs(1000)).toBe(900);
    expect(draftingTimeMs(60_000)).toBe(55_000);
    expect(draftingTimeMs(86_400_000)).toBe(86_395_000);
  });
});
