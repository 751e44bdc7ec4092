import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

import { type InteractionState } from '../../domain/interaction.js';

/** The index of the story: metadata alone, made from the records and never read for the truth. */
@Entity('interactions')
@Index('interactions_newest', ['namespace', 'firstSeen', 'interactionId'])
export class InteractionRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'interactions_pkey' })
  namespace!: string;

  @PrimaryColumn('text', { name: 'interaction_id', primaryKeyConstraintName: 'interactions_pkey' })
  interactionId!: string;

  @Column('text', { nullable: true })
  channel!: string | null;

  @Column('text', { name: 'question_digest', nullable: true })
  questionDigest!: string | null;

  @Column('bigint', { name: 'first_seen' })
  firstSeen!: string;

  @Column('bigint', { name: 'last_seen' })
  lastSeen!: string;

  @Column('integer')
  events!: number;

  @Column('smallint', { name: 'draft_ordinal' })
  draftOrdinal!: number;

  @Column('text', { nullable: true })
  profile!: string | null;

  @Column('text', { name: 'generation_kind', nullable: true })
  generationKind!: string | null;

  @Column('text', { name: 'draft_source', nullable: true })
  draftSource!: string | null;

  @Column('bigint', { name: 'configuration_revision', nullable: true })
  configurationRevision!: string | null;

  @Column('smallint')
  sequence!: number;

  @Column('text')
  state!: InteractionState;

  @Column('text', { nullable: true })
  code!: string | null;

  @Column('text', { name: 'published_source', nullable: true })
  publishedSource!: string | null;
}
