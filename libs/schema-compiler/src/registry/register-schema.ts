import { type RegisteredSchema } from '#libs/contracts';
import { type Digest, sha256 } from '#libs/kernel';

import { admitSchema } from '../admission/admit-schema.js';
import { type AdmittedSchema, digestOfSchema } from '../admission/admitted-schema.js';
import { readSchema } from '../admission/read-schema.js';
import { compileSchema } from '../compile/compile-schema.js';
import { type Compiled } from '../compile/compiled-schema.js';
import { type DialectId } from '../compile/dialect.js';
import { maxReported, reason, type SchemaReason } from '../reason.js';
import { incompatibilities } from './compatibility.js';
import { type PortabilityWarning, portabilityWarnings } from './portability.js';

export interface RefusedRegistration {
  readonly registered: false;
  readonly reasons: readonly SchemaReason[];
}

export interface Registered {
  readonly registered: true;
  /** True where this id and version were there already, with this very schema. */
  readonly known: boolean;
  readonly digest: Digest;
  readonly warnings: readonly PortabilityWarning[];
  /** One for each dialect asked about; some may be refused, not all. */
  readonly compiled: readonly Compiled[];
}

/**
 * Whether a schema may join those that are registered. An id and version stand for one schema for ever, a new version
 * of an id takes nothing from its readers unless it says `breaking`, and some dialect must take it.
 * @param existing every registered schema, in the order of registration
 * @param dialects of the enabled profiles and their fallbacks; with none, nothing is compiled
 */
export function registerSchema(
  existing: readonly RegisteredSchema[],
  candidate: RegisteredSchema,
  dialects: readonly DialectId[],
): Registered | RefusedRegistration {
  const same = existing.find(({ id, version }) => id === candidate.id && version === candidate.version);
  if (same && digestOf(same) !== digestOf(candidate)) return refused([reason('schema.conflict', '')]);
  const admission = admitSchema(candidate.schema);
  if (!admission.ok) return refused(admission.failure);
  const admitted = admission.value;
  const broken = same || candidate.breaking === true ? [] : brokenPromises(existing, candidate, admitted);
  if (broken.length > 0) return refused(broken);
  const compiled = [...new Set(dialects)].map((dialect) => compileSchema(admitted, dialect));
  const reasons = compiled.flatMap((one) => (one.accepted ? [] : one.reasons));
  if (compiled.length > 0 && compiled.every(({ accepted }) => !accepted)) {
    return refused([reason('schema.no_dialect', ''), ...reasons]);
  }
  const warnings = portabilityWarnings(admitted);
  return { registered: true, known: same !== undefined, digest: admitted.digest, warnings, compiled };
}

/** Against the version before; one that is admitted no longer promises nothing. */
function brokenPromises(
  existing: readonly RegisteredSchema[],
  { id }: RegisteredSchema,
  admitted: AdmittedSchema,
): SchemaReason[] {
  const last = existing.findLast((schema) => schema.id === id);
  const before = last && admitSchema(last.schema);
  return before?.ok ? incompatibilities(before.value, admitted) : [];
}

/** White space apart; a text that is no schema stands for itself. */
function digestOf({ schema }: RegisteredSchema): Digest {
  const read = readSchema(schema);
  return read.ok ? digestOfSchema(read.value) : sha256(schema);
}

const refused = (reasons: readonly SchemaReason[]): RefusedRegistration => ({
  registered: false,
  reasons: reasons.slice(0, maxReported),
});
