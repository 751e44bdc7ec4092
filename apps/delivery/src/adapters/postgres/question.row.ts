import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One question; channel, digest and principal are null until the question itself has come. */
@Entity('questions')
@Index('questions_deadline', ['deadlineAt'], { where: `state in ('OPEN', 'DEFERRED')` })
@Index('questions_published', ['outcomeAt'], { where: 'published is not null' })
@Index('questions_awaiting', ['madeAt'], { where: `state = 'AWAITING'` })
@Index('questions_made', ['madeAt'])
export class QuestionRow {
  @PrimaryColumn('text')
  namespace!: string;

  @PrimaryColumn('text', { name: 'interaction_id' })
  interactionId!: string;

  @Column('text')
  state!: string;

  @Column('text', { nullable: true })
  channel!: string | null;

  @Column('text', { name: 'question_digest', nullable: true })
  questionDigest!: string | null;

  @Column('text', { name: 'principal_kind', nullable: true })
  principalKind!: string | null;

  @Column('text', { name: 'principal_id', nullable: true })
  principalId!: string | null;

  @Column('text', { nullable: true })
  traceparent!: string | null;

  @Column('text', { name: 'replay_of', nullable: true })
  replayOf!: string | null;

  /** Where its record lies in `questions.asked.v1`. */
  @Column('integer', { name: 'record_partition', nullable: true })
  recordPartition!: number | null;

  @Column('bigint', { name: 'record_offset', nullable: true })
  recordOffset!: string | null;

  @Column('timestamptz', { name: 'deadline_at', nullable: true })
  deadlineAt!: Date | null;

  @Column('text', { nullable: true })
  code!: string | null;

  /** The data of the last client event: jsonb would change its bytes. */
  @Column('bytea', { nullable: true })
  published!: Buffer | null;

  @Column('boolean', { name: 'holds_early', default: false })
  holdsEarly!: boolean;

  @Column('timestamptz', { name: 'made_at', default: () => 'now()' })
  madeAt!: Date;

  @Column('timestamptz', { name: 'outcome_at', nullable: true })
  outcomeAt!: Date | null;
}
