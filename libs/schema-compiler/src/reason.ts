import { codes, type SchemaCode } from '#libs/contracts';

/** Why a schema is refused, and where: `pointer` (RFC 6901) leads into the schema, `''` is its root. */
export interface SchemaReason {
  readonly code: SchemaCode;
  readonly pointer: string;
  readonly says: string;
}

/** Reasons and violations that one report holds: a hostile schema or answer has any number of them. */
export const maxReported = 50;

/** `detail` says more than the code's own sentence, for example the number found; never a text of the schema. */
export function reason(code: SchemaCode, pointer: string, detail?: string): SchemaReason {
  return { code, pointer, says: detail === undefined ? codes[code].says : `${codes[code].says}: ${detail}` };
}
