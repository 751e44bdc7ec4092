import { type ModelMode, type ModelProfile } from '#libs/contracts';

/** The strongest form that the profile has; undefined where it can hold a model to no form at all. */
export function strongestMode({
  strictSchema,
  jsonSchema,
  jsonMode,
}: ModelProfile['capabilities']): ModelMode | undefined {
  if (strictSchema) return 'strict';
  if (jsonSchema) return 'json_schema';
  return jsonMode ? 'json_mode' : undefined;
}
