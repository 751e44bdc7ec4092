/** A column of an insert: its name, its PostgreSQL type, its value in each row. */
export interface InsertedColumn<T> {
  readonly name: string;
  readonly type: 'integer' | 'smallint' | 'bigint' | 'text' | 'uuid' | 'bytea' | 'jsonb';
  readonly of: (row: T) => string | number | Buffer | null;
}

/** One multi-row insert with one array a column, whatever the number of rows; `tail` follows the rows. */
export function insertMany<T>(
  into: string,
  columns: readonly InsertedColumn<T>[],
  rows: readonly T[],
  tail = '',
): [sql: string, parameters: unknown[]] {
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  return [
    `insert into ${into} (${names}) select * from unnest(${arrays}) ${tail}`,
    columns.map(({ of }) => rows.map(of)),
  ];
}
