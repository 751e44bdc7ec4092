import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An outcome that was not published, and why. Ids, digests and codes alone. */
@Entity('late_outcomes')
@Index('late_outcomes_question', ['namespace', 'interactionId'])
@Index('late_outcomes_came', ['cameAt'])
export class LateOutcomeRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('text')
  namespace!: string;

  @Column('text', { name: 'interaction_id' })
  interactionId!: string;

  @Column('text')
  happening!: string;

  @Column('text', { name: 'question_digest' })
  questionDigest!: string;

  /** SHA-256 of the RFC 8785 form of what came. */
  @Column('text', { name: 'arrival_digest' })
  arrivalDigest!: string;

  @Column('text')
  code!: string;

  @Column('timestamptz', { name: 'came_at', default: () => 'now()' })
  cameAt!: Date;
}
