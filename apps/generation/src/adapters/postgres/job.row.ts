import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** One job: a question's answer (ordinal 0) or its one repair (1). Keys and digests stay, content goes. */
@Entity('jobs')
@Unique('jobs_key', ['namespace', 'interactionId', 'ordinal'])
@Index('jobs_due', ['namespace', 'dueAt', 'jobId'], { where: `state <> 'DONE'` })
@Index('jobs_done', ['doneAt'])
@Index('jobs_content', ['doneAt'], { where: 'question is not null' })
export class JobRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', name: 'job_id', generatedIdentity: 'ALWAYS' })
  jobId!: string;

  @Column('text')
  namespace!: string;

  @Column('text', { name: 'interaction_id' })
  interactionId!: string;

  @Column('smallint')
  ordinal!: number;

  @Column('text')
  channel!: string;

  @Column('text', { name: 'question_digest' })
  questionDigest!: string;

  @Column('text', { nullable: true })
  traceparent!: string | null;

  /** The question as JSON text; null once purged. */
  @Column('bytea', { nullable: true })
  question!: Buffer | null;

  /** The structural errors that a repair avoids, as JSON text: codes and pointers. */
  @Column('bytea')
  errors!: Buffer;

  /** QUEUED, CLAIMED, DONE */
  @Column('text')
  state!: string;

  @Column('timestamptz', { name: 'filed_at', default: () => 'now()' })
  filedAt!: Date;

  @Column('timestamptz', { name: 'deadline_at' })
  deadlineAt!: Date;

  /** When it may be claimed: in the queue the end of a rest, while it is held the end of the lease. */
  @Column('timestamptz', { name: 'due_at', default: () => 'now()' })
  dueAt!: Date;

  @Column('text', { nullable: true })
  worker!: string | null;

  @Column('bigint', { name: 'fencing_token', default: 0 })
  fencingToken!: string;

  @Column('text', { name: 'draft_digest', nullable: true })
  draftDigest!: string | null;

  /** The code of a failure draft. */
  @Column('text', { nullable: true })
  code!: string | null;

  @Column('timestamptz', { name: 'done_at', nullable: true })
  doneAt!: Date | null;
}
