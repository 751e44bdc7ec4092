import { types } from 'node:util';

/** Also for an error of another realm, as those of Node's own modules are under a test runner. */
export const isError = (value: unknown): value is Error => value instanceof Error || types.isNativeError(value);

/** The error, then what caused it, to a bounded depth: `cause`, and TypeORM's `driverError`. */
export function* causesOf(error: unknown): Generator {
  let open: unknown[] = [error];
  for (let depth = 0; depth < 8 && open.length > 0; depth += 1) {
    yield* open;
    open = open.flatMap((link) => {
      if (typeof link !== 'object' || link === null) return [];
      const { cause, driverError, errors } = link as { cause?: unknown; driverError?: unknown; errors?: unknown };
      const several: unknown[] = Array.isArray(errors) ? errors : [];
      return [cause, driverError, ...several].filter((next) => next !== undefined && next !== null);
    });
  }
}

export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
