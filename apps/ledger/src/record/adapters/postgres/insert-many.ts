/** A column of an insert: its name, its value in each row. */
export interface InsertedColumn<T> {
  readonly name: string;
  readonly of: (row: T) => string | number | Buffer | null;
}

/**
 * One multi-row insert; `tail` follows the rows. Each value is a parameter of its own, since bytes go as they are in
 * one, and as hexadecimal text in an array. PostgreSQL takes 65535 parameters in a statement.
 */
export function insertMany<T>(
  into: string,
  columns: readonly InsertedColumn<T>[],
  rows: readonly T[],
  tail = '',
): [sql: string, parameters: unknown[]] {
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const places = rows.map((_, row) => columns.map((_, column) => `$${row * columns.length + column + 1}`).join(','));
  return [
    `insert into ${into} (${names}) values (${places.join('), (')}) ${tail}`,
    rows.flatMap((row) => columns.map(({ of }) => of(row))),
  ];
}
