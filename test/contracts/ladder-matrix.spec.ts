import { readFileSync } from 'node:fs';

import {
  type CapabilityName,
  capabilityNames,
  type ConfigurationSnapshot,
  type ModelMode,
  modelModes,
  type ModelProfile,
  type Question,
  riskLevels,
} from '#libs/contracts';

import { type Route, routeFor } from '../../apps/generation/src/domain/routing.js';
import {
  askingOf,
  configurationOf,
  probed,
  scriptedProfile,
} from '../../apps/generation/src/fixtures/configuration.fixture-spec.js';

type Capabilities = ReadonlySet<CapabilityName>;

/** Every subset of the capabilities. */
const records: readonly Capabilities[] = Array.from(
  { length: 2 ** capabilityNames.length },
  (_, bits) => new Set(capabilityNames.filter((_name, at) => bits & (1 << at))),
);
const adapters: readonly ModelProfile['adapter'][] = ['openai', 'openai-responses', 'anthropic'];
/** Every record, and a profile that is refused whatever it can do. */
const preferreds = [
  ...records.map((has) => ({ has, enabled: true })),
  { has: new Set(capabilityNames) as Capabilities, enabled: false },
];
type Preferred = (typeof preferreds)[number];
const fallbacks: Readonly<Record<string, Capabilities | undefined>> = {
  none: undefined,
  strict: new Set<CapabilityName>(['toolCalls', 'strictSchema']),
  weaker: new Set<CapabilityName>(['toolCalls', 'jsonMode']),
  refused: new Set<CapabilityName>(['toolCalls', 'strictSchema', 'jsonMode']),
};

/** The table of the page: what follows, by preferred, fallback, and whether the risk allows weaker forms. */
const page = new Map(
  readFileSync('docs/reference/ladder.md', 'utf8')
    .split('\n')
    .slice(readFileSync('docs/reference/ladder.md', 'utf8').split('\n').indexOf('## What follows from what'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 6)
    .slice(2)
    .flatMap(([, preferred, fallback, weaker, strict]) => [
      [`${preferred}/${fallback}/true`, weaker],
      [`${preferred}/${fallback}/false`, strict],
    ]),
);

/** The reader's way into the table, by the words of its page. */
function standingOf({ has, enabled }: Preferred, asked: ModelMode, tools: boolean): string {
  if (!enabled) return 'refused';
  if (tools && !has.has('toolCalls')) return 'no tool calls';
  if (has.has('strictSchema')) return 'strict';
  if (has.has('toolCalls') && (tools || asked === 'tool')) return 'tool';
  if (has.has('jsonSchema')) return 'json_schema';
  return has.has('jsonMode') ? 'json_mode' : 'no form';
}

function profile(id: string, adapter: ModelProfile['adapter'], has: Capabilities, enabled = true): ModelProfile {
  const declared = Object.fromEntries(capabilityNames.map((name) => [name, true])) as ModelProfile['capabilities'];
  return probed(scriptedProfile({ id, adapter, enabled, capabilities: declared }), [...has]);
}

function configurationFor(
  adapter: ModelProfile['adapter'],
  { has, enabled }: Preferred,
  fallback: string,
): ConfigurationSnapshot {
  const behind = fallbacks[fallback];
  const preferred = profile('preferred', adapter, has, enabled);
  const models =
    behind === undefined
      ? [preferred]
      : [{ ...preferred, fallback: 'fallback' }, profile('fallback', adapter, behind, fallback !== 'refused')];
  return configurationOf(models, { allowUnprobed: [] });
}

function questionWith(asked: ModelMode, risk: (typeof riskLevels)[number], tools: boolean): Partial<Question> {
  const contract = { schemaId: 's', schemaVersion: '1', schema: { type: 'object' } };
  const structuredOutput = {
    ...contract,
    mode: asked === 'strict' ? 'json_schema' : asked,
    strict: asked === 'strict',
  };
  return {
    riskLevel: risk,
    structuredOutput,
    ...(tools ? { tools: [{ name: 'refund', parameters: { type: 'object' } }] } : {}),
  };
}

function inWords(route: Route): string {
  switch (route.kind) {
    case 'model':
      return route.rungs
        .map(({ profile: { id }, mode }) => `${id} ${id === 'fallback' && mode !== 'strict' ? 'weaker' : mode}`)
        .join(', then ');
    case 'no_action':
      return 'the no-action answer';
    case 'closed':
      return 'a failure';
    case 'extractive':
    case 'undisclosed':
      return 'no model';
  }
}

const needed = { strict: 'strictSchema', tool: 'toolCalls', json_schema: 'jsonSchema', json_mode: 'jsonMode' } as const;
const strength = (mode: ModelMode) => modelModes.indexOf(mode);

describe.each(adapters)('the ladder, %s', (adapter) => {
  const looks = preferreds.flatMap((preferred) =>
    Object.keys(fallbacks).flatMap((fallback) => {
      const configuration = configurationFor(adapter, preferred, fallback);
      return modelModes.flatMap((asked) =>
        riskLevels.flatMap((risk) =>
          [false, true].map((tools) => {
            const route = routeFor(configuration, askingOf(questionWith(asked, risk, tools)));
            const row = `${standingOf(preferred, asked, tools)}/${fallback}/${risk !== 'high'}`;
            return { fallback, asked, risk, tools, route, row };
          }),
        ),
      );
    }),
  );

  it('given every capability record, fallback, mode asked and risk, then the rung that the page says', () => {
    expect(looks).toHaveLength(preferreds.length * 4 * 4 * 3 * 2);
    const wrong = looks.filter(({ route, row }) => inWords(route) !== page.get(row));
    expect(wrong.map(({ route, row }) => [row, page.get(row), inWords(route)])).toEqual([]);
  });

  it('given a fallback without a strict form, then it is asked by the strongest other one', () => {
    const weaker = looks.flatMap(({ route, fallback, tools, asked }) =>
      route.kind === 'model' && fallback === 'weaker'
        ? route.rungs.filter(({ profile: { id } }) => id === 'fallback').map(({ mode }) => ({ mode, tools, asked }))
        : [],
    );
    expect(weaker.length).toBeGreaterThan(0);
    for (const { mode, tools, asked } of weaker) {
      expect(mode).toBe(tools || asked === 'tool' ? 'tool' : 'json_mode');
    }
  });

  it('then every row of the page is reached', () => {
    const reached = new Set(looks.map(({ row }) => row));
    expect([...page.keys()].filter((row) => !reached.has(row))).toEqual([]);
  });

  it('then a weaker form than asked for is never silent, and an equal one no downgrade', () => {
    const wrong = looks.filter(({ route, asked }) => {
      if (route.kind !== 'model') return false;
      const isWeaker = strength(route.mode) > strength(asked);
      return (route.downgrade !== null) !== isWeaker || route.asked !== asked;
    });
    expect(wrong).toEqual([]);
  });

  it('then high risk is asked strictly or not at all, on every rung', () => {
    const rungs = looks.flatMap(({ route, risk }) => (risk === 'high' && route.kind === 'model' ? route.rungs : []));
    expect(rungs.length).toBeGreaterThan(0);
    expect(new Set(rungs.map(({ mode }) => mode))).toEqual(new Set(['strict']));
  });

  it('then no profile stands on two rungs, and none is asked in a form that its probe did not find', () => {
    const ladders = looks.flatMap(({ route }) => (route.kind === 'model' ? [route.rungs] : []));
    expect(ladders.filter((rungs) => new Set(rungs.map(({ profile: { id } }) => id)).size < rungs.length)).toEqual([]);
    expect(ladders.flat().filter(({ mode, capabilities }) => !capabilities[needed[mode]])).toEqual([]);
  });
});
