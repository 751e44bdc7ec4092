import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One call of a provider: what was sent, what it became, what it cost. Unknown is null. */
@Entity('attempts')
@Index('attempts_content', ['endedAt'], { where: 'response is not null' })
export class AttemptRow {
  @PrimaryColumn('bigint', { name: 'job_id' })
  jobId!: string;

  @PrimaryColumn('smallint')
  number!: number;

  /** The holder that sent it. */
  @Column('bigint', { name: 'fencing_token' })
  fencingToken!: string;

  @Column('text', { name: 'profile_id' })
  profileId!: string;

  /** SENDING, RECEIVED, REFUSED, BROKEN, RECEIVED_LATE, UNOBSERVED */
  @Column('text')
  state!: string;

  @Column('text', { nullable: true })
  code!: string | null;

  @Column('timestamptz', { name: 'sent_at', default: () => 'now()' })
  sentAt!: Date;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;

  /** Milliseconds by the caller's clock. */
  @Column('bigint', { name: 'latency_ms', nullable: true })
  latencyMs!: string | null;

  @Column('bigint', { name: 'input_tokens', nullable: true })
  inputTokens!: string | null;

  @Column('bigint', { name: 'output_tokens', nullable: true })
  outputTokens!: string | null;

  /** Decimal text in `currency`. */
  @Column('text', { nullable: true })
  cost!: string | null;

  @Column('text', { nullable: true })
  currency!: string | null;

  /** True where a count of tokens is not the provider's own. */
  @Column('boolean', { default: false })
  estimated!: boolean;

  /** The beginning of the response as it was received, for diagnosis. It is content; null once purged, or where none came. */
  @Column('bytea', { nullable: true })
  response!: Buffer | null;

  /** How long the whole of it was. */
  @Column('bigint', { name: 'response_bytes', nullable: true })
  responseBytes!: string | null;
}
