import { pointerToken } from '#libs/kernel';

import { membersAt, type SchemaObject } from '../json-schema.js';
import { reason, type SchemaReason } from '../reason.js';
import { type References } from '../references.js';
import { type Draft, draftOf, foreignKeywords, unserved } from './draft.js';
import { formats } from './formats.js';
import { linearPattern } from './pattern.js';

export interface ObjectPlace {
  readonly pointer: string;
  readonly schema: SchemaObject;
}

/** What one subschema, well formed by its meta-schema, must not say. */
export function examinePlace(place: ObjectPlace, draft: Draft, references: References): SchemaReason[] {
  return [...switches(place, draft), ...keywords(place, draft), ...leads(place, references), ...texts(place)];
}

function switches({ pointer, schema }: ObjectPlace, draft: Draft): SchemaReason[] {
  const { $async, nullable, type, $schema } = schema;
  return [
    ...($async === undefined ? [] : [reason('schema.async', `${pointer}/$async`)]),
    ...(nullable === undefined || type !== undefined ? [] : [reason('schema.nullable', `${pointer}/nullable`)]),
    ...($schema === undefined || draftOf(schema) === draft
      ? []
      : [reason('schema.unknown_dialect', `${pointer}/$schema`)]),
  ];
}

function keywords({ pointer, schema }: ObjectPlace, draft: Draft): SchemaReason[] {
  const at = (keyword: string) => pointer + pointerToken(keyword);
  const named = Object.keys(schema);
  return [
    ...named
      .filter((keyword) => foreignKeywords[draft].has(keyword))
      .map((keyword) => reason('schema.foreign_keyword', at(keyword), `not of ${draft}`)),
    ...named
      .filter((keyword) => unserved.has(keyword))
      .map((keyword) => reason('schema.unserved_keyword', at(keyword))),
  ];
}

function leads({ pointer, schema }: ObjectPlace, references: References): SchemaReason[] {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return [];
  const { kind } = references.resolve(pointer, $ref);
  if (kind === 'inside') return [];
  return [reason(kind === 'outside' ? 'schema.external_ref' : 'schema.unknown_ref', `${pointer}/$ref`)];
}

function texts({ pointer, schema }: ObjectPlace): SchemaReason[] {
  const { format, pattern } = schema;
  const patterns: [string, string][] = membersAt(schema, 'patternProperties').map(([name]) => [
    `${pointer}/patternProperties${pointerToken(name)}`,
    name,
  ]);
  if (typeof pattern === 'string') patterns.push([`${pointer}/pattern`, pattern]);
  const unknown = typeof format === 'string' && !Object.hasOwn(formats, format);
  return [
    ...(unknown ? [reason('schema.unknown_format', `${pointer}/format`)] : []),
    ...patterns
      .filter(([, text]) => linearPattern(text) === undefined)
      .map(([where]) => reason('schema.pattern', where)),
  ];
}
