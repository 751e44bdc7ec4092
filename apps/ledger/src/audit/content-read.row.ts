import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Who read which content and when. Written, and committed, before the content goes out. */
@Entity('content_reads')
@Index('content_reads_interaction', ['namespace', 'interactionId'])
export class ContentReadRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', primaryKeyConstraintName: 'content_reads_pkey' })
  id!: string;

  @Column('timestamptz', { name: 'read_at', default: () => 'now()' })
  readAt!: Date;

  @Column('text', { name: 'principal_kind' })
  principalKind!: string;

  @Column('text', { name: 'principal_id' })
  principalId!: string;

  @Column('text', { name: 'token_digest' })
  tokenDigest!: string;

  @Column('text')
  namespace!: string;

  @Column('text', { name: 'interaction_id' })
  interactionId!: string;

  @Column('integer')
  records!: number;
}
