/** Why recorded content cannot be shown, or a record cannot be appended. */
export const recordCodes = {
  'record.erased': 'the data key was destroyed with the content of its interaction',
  'record.master_key_unknown': 'the data key is wrapped by a master key that the key file does not hold',
  'record.master_key_wrong': 'the master key of this id does not unwrap the data key',
  'record.undecryptable': 'the ciphertext does not belong to its data key, chain and offset',
  'record.offset_reused': 'the broker holds another record at an offset that is recorded: the topic was made anew',
} as const;

export type RecordCode = keyof typeof recordCodes;

/** Stops a run or a start; its message is the table's sentence, never content. */
export class RecordError extends Error {
  constructor(
    readonly code: RecordCode,
    where: string,
  ) {
    super(`${code}: ${recordCodes[code]} (${where})`);
    this.name = 'RecordError';
  }
}
