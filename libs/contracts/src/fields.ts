import { type TSchema, Type } from '@sinclair/typebox';

import { digestPattern } from '#libs/kernel';

/** A closed object: the one form in which our events declare members. */
export const closed = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const oneOf = <const V extends readonly string[]>(...values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values] });

export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const interactionId = Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$' });
export const namespaceId = Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' });
export const channelId = Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' });
export const digest = Type.Unsafe<`sha256:${string}`>({ type: 'string', pattern: digestPattern });
/** A stable code: `layer.what_happened`, or one word of the table in codes.ts. */
export const code = Type.String({ pattern: '^[a-z_]+(\\.[a-z0-9_-]+)*$', maxLength: 80 });
export const pointer = Type.String({ maxLength: 400 });
/** A whole number that every reader of JSON keeps. */
export const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** Money and ratios travel as decimal text: `0.00042`. */
export const decimal = Type.String({ pattern: '^-?\\d{1,18}(\\.\\d{1,18})?$' });
/** RFC 3339, in UTC. */
export const timestamp = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$' });
export const name = Type.String({ minLength: 1, maxLength: 200 });
export const text = Type.String();

export const interaction = { interactionId, namespace: namespaceId, channel: channelId };

/** The configuration that a decision was made under. */
export const configurationRef = closed({ revision: count, digest });
