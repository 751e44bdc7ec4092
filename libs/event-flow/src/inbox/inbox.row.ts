import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One event that a consumer group has taken. */
@Entity('event_inbox')
export class InboxRow {
  @PrimaryColumn('text')
  consumer!: string;

  @PrimaryColumn('text')
  source!: string;

  @PrimaryColumn('text')
  id!: string;

  /** SHA-256 of the record's value. */
  @Column('bytea')
  digest!: Buffer;

  @Index('event_inbox_received_at')
  @Column('timestamptz', { name: 'received_at', default: () => 'now()' })
  receivedAt!: Date;
}
