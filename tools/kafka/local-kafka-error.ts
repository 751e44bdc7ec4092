/** Why a local Apache Kafka cannot be had; the message is one sentence for the terminal. */
export type LocalKafkaCode =
  'tools_missing' | 'maven_unreachable' | 'port_taken' | 'format_failed' | 'exited' | 'not_ready';

export class LocalKafkaError extends Error {
  override readonly name = 'LocalKafkaError';

  constructor(
    readonly code: LocalKafkaCode,
    message: string,
  ) {
    super(message);
  }
}

/** 3 tells a pipeline that this machine cannot run Apache Kafka at all, which is not a failure of ours. */
export const exitCodeOf = ({ code }: LocalKafkaError): number =>
  code === 'tools_missing' || code === 'maven_unreachable' ? 3 : 1;
