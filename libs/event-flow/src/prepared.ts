const names = new Map<string, string>();

/**
 * Marks a statement that is asked for all the time: a session of the pool parses and analyses it once. Its text must be the same whatever the data, and name every column that it returns: a session refuses a prepared
 * `*` once a migration has added a column.
 */
export function prepared(sql: string): string {
  if (!names.has(sql)) names.set(sql, `imprimatur_${names.size}`);
  return sql;
}

/** The name of a statement that was marked, one for the life of the process. */
export const nameOfPrepared = (sql: string): string | undefined => names.get(sql);
