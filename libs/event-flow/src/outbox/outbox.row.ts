import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** One event to be relayed: its bytes as they will be produced. */
@Entity('event_outbox')
@Index('event_outbox_unsent', ['id'], { where: 'sent_at is null' })
@Index('event_outbox_sent', ['sentAt'], { where: 'sent_at is not null' })
export class OutboxRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id!: string;

  /** hash(key) mod 16 */
  @Column('smallint')
  shard!: number;

  @Column('uuid', { name: 'event_id' })
  eventId!: string;

  @Column('text')
  topic!: string;

  @Column('bytea')
  key!: Buffer;

  /** JSON, name to value. */
  @Column('bytea')
  headers!: Buffer;

  @Column('bytea')
  value!: Buffer;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt!: Date | null;
}

/** A row that the release guard would not let go. */
@Entity('event_outbox_refused')
export class RefusedOutboxRow {
  @PrimaryColumn('bigint')
  id!: string;

  @Column('uuid', { name: 'event_id' })
  eventId!: string;

  @Column('text')
  topic!: string;

  @Column('bytea')
  key!: Buffer;

  @Column('bytea')
  headers!: Buffer;

  @Column('bytea')
  value!: Buffer;

  /** Why: the code that the guard gave. */
  @Column('text')
  code!: string;

  @Column('timestamptz', { name: 'refused_at', default: () => 'now()' })
  refusedAt!: Date;
}
