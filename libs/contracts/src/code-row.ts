/** A row of the table of codes. */
export interface CodeRow {
  readonly says: string;
  /** The fixed sentence that a client may read: a code without one never reaches a client topic. */
  readonly client?: string;
}
