import { describeSettings } from '#libs/service-host';

import { DeliverySettings } from '../../apps/delivery/src/settings.js';
import { GenerationSettings } from '../../apps/generation/src/settings.js';
import { JurySettings } from '../../apps/jury/src/settings.js';
import { LedgerSettings } from '../../apps/ledger/src/settings.js';
import { ValidationSettings } from '../../apps/validation/src/settings.js';
import { commandSettings, localSettings } from '../stack/stack-settings.js';
import { code, page, table } from './markdown.js';

const classes = {
  generation: GenerationSettings,
  validation: ValidationSettings,
  jury: JurySettings,
  ledger: LedgerSettings,
  delivery: DeliverySettings,
} as const;

export function settingsPage(): string {
  const services = Object.entries(classes).flatMap(([service, settings]) => [
    `## ${service}`,
    table(['variable', 'takes', 'default'], rowsOf(settings)),
  ]);
  return page(
    'Settings',
    'apps/*/src/settings.ts',
    'Read once at the start from the environment. A wrong value stops the start with one sentence. Profiles, policies, channels and tokens are no settings: they are the configuration, which the ledger writes from its file to `config.changed.v1` and every service reads there.',
    ...services,
    '## npm start',
    listed(localSettings),
    '## The command, the examples and npm run kafka',
    listed(commandSettings),
  );
}

const listed = (settings: typeof localSettings): string =>
  table(
    ['variable', 'takes', 'default'],
    settings.map(({ name, takes, fallback }) => [code(name), takes, fallback]),
  );

function rowsOf(settings: new () => object): string[][] {
  return describeSettings(settings).map(({ name, takes, optional, fallback }) => [
    code(name),
    takes,
    fallback === undefined && optional ? 'none' : shown(fallback),
  ]);
}

function shown(fallback: unknown): string {
  if (fallback === undefined || fallback === '') return 'required';
  if (Array.isArray(fallback) && fallback.length === 0) return 'none';
  return code(Array.isArray(fallback) ? fallback.join(',') : JSON.stringify(fallback).replaceAll('"', ''));
}
