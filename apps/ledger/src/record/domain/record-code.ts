import { type Code, codes } from '#libs/contracts';

/** Why recorded content cannot be shown, or a record cannot be appended. */
export type RecordCode = Extract<
  Code,
  | 'record.erased'
  | 'record.master_key_unknown'
  | 'record.master_key_wrong'
  | 'record.undecryptable'
  | 'record.offset_reused'
>;

/** Stops a run or a start; its message is the table's sentence, never content. */
export class RecordError extends Error {
  constructor(
    readonly code: RecordCode,
    where: string,
  ) {
    super(`${code}: ${codes[code].says} (${where})`);
    this.name = 'RecordError';
  }
}
