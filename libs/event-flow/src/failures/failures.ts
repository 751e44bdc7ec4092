const kafkaReasons = ['kafka.away', 'kafka.unauthenticated', 'kafka.unauthorised'] as const;
/** Why a broker does not serve us. A refusal is waited out like an absence: whoever runs the broker can mend it. */
export type KafkaReason = (typeof kafkaReasons)[number];
export const isKafkaReason = (code: string): code is KafkaReason => kafkaReasons.some((reason) => reason === code);

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
