import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Who had which dead letter replayed, and how. */
@Entity('replays')
@Index('replays_dead_letter', ['service', 'partition', 'offset'])
@Index('replays_noted', ['notedAt'])
export class ReplayRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('text')
  service!: string;

  @Column('integer', { name: 'dead_letter_partition' })
  partition!: number;

  @Column('bigint', { name: 'dead_letter_offset' })
  offset!: string;

  @Column('text')
  action!: string;

  @Column('text', { nullable: true })
  namespace!: string | null;

  @Column('text', { name: 'interaction_id', nullable: true })
  interactionId!: string | null;

  @Column('text', { name: 'operator_kind' })
  operatorKind!: string;

  @Column('text', { name: 'operator_id' })
  operatorId!: string;

  @Column('timestamptz', { name: 'noted_at', default: () => 'now()' })
  notedAt!: Date;
}
