import 'reflect-metadata';

import { getMetadataStorage, validateSync } from 'class-validator';

import { StartError } from '../start-error.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting is missing or wrong; the sentence names it and what it takes, never its value. */
export class SettingsError extends StartError {
  override readonly name = 'SettingsError';

  constructor(
    readonly variable: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

/**
 * Reads the declared variables, and no others, converts them by their declared type (text, whole number, `true` or
 * `false`, list by commas), validates, freezes.
 * @throws SettingsError for the first variable that is missing or wrong
 */
export function readSettings<S extends object>(settings: new () => S, environment: Environment): S {
  const read = new settings();
  for (const name of declaredNames(settings)) {
    const text = environment[name];
    if (text === undefined || text === '') continue;
    Object.assign(read, { [name]: convert(text, typeOf(settings, name, read)) });
  }
  const [wrong] = validateSync(read, { stopAtFirstError: true });
  if (wrong) throw settingsError(wrong.property, Object.values(wrong.constraints ?? {})[0], environment);
  return Object.freeze(read);
}

/** Every setting of a class with what it takes and its default, for the reference page. */
export function describeSettings(settings: new () => object): readonly {
  readonly name: string;
  readonly takes: string;
  readonly optional: boolean;
  readonly fallback: unknown;
}[] {
  const defaults = new settings() as Record<string, unknown>;
  const takes = (name: string) => metadataOf(settings).find((row) => row.propertyName === name && row.message)?.message;
  const optional = (name: string) =>
    metadataOf(settings).some((row) => row.propertyName === name && row.type === 'conditionalValidation');
  return declaredNames(settings).map((name) => ({
    name,
    takes: String(takes(name) ?? ''),
    optional: optional(name),
    fallback: defaults[name],
  }));
}

function metadataOf(settings: new () => object) {
  return getMetadataStorage().getTargetValidationMetadatas(settings, '', false, false);
}

function declaredNames(settings: new () => object): string[] {
  return [...new Set(metadataOf(settings).map(({ propertyName }) => propertyName))];
}

/** The declared type as the compilers note it; a `readonly` list is not noted by each of them, so its default tells. */
function typeOf(settings: new () => object, name: string, defaults: object): unknown {
  if (Array.isArray((defaults as Record<string, unknown>)[name])) return Array;
  return Reflect.getMetadata('design:type', settings.prototype as object, name);
}

/** What cannot be converted stays text, and its validator refuses it. */
function convert(text: string, type: unknown): unknown {
  if (type === Number) return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (type === Boolean) return text === 'true' ? true : text === 'false' ? false : text;
  if (type === Array) return text.split(',').map((item) => item.trim());
  return text;
}

function settingsError(variable: string, takes: string | undefined, environment: Environment): SettingsError {
  const fault = environment[variable] ? 'is not right' : 'is not set';
  return new SettingsError(variable, `The setting ${variable} ${fault}: it takes ${takes ?? 'another value'}.`);
}
