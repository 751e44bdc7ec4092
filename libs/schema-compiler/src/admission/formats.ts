import { type Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';

import { linearPattern } from './pattern.js';

/**
 * The formats that are asserted. Those of ajv-formats are functions, or patterns that need no backtracking to speak
 * of (`url` is none). Every other format is refused at admission: what is declared and not checked would look checked.
 */
const checked = [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'byte',
  'int32',
  'int64',
  'float',
  'double',
] as const;

export const formats: Readonly<Record<string, Format>> = {
  ...Object.fromEntries(checked.map((name) => [name, fullFormats[name]])),
  regex: (text: string) => linearPattern(text) !== undefined,
};
