/** Something that the work needs is away. It waits for it; it is never the record's fault. */
export class OutageError extends Error {
  /** `detail`: a protocol's own name for what happened, such as LEADER_NOT_AVAILABLE; never a message. */
  constructor(
    readonly code: string,
    readonly detail: string = '',
  ) {
    super(detail === '' ? code : `${code} (${detail})`);
    this.name = 'OutageError';
  }
}

/** The broker will never take this record, whatever is tried. */
export class RecordRefusedError extends Error {
  constructor(readonly code: string) {
    super(code);
    this.name = 'RecordRefusedError';
  }
}
