import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

import { type Facts } from '../../domain/facts.js';

/**
 * One link. Rows are only ever added: a trigger refuses the rest. Every column is under the hash.
 * No foreign keys: chains and data keys are never deleted, and the check would lock a key for every record.
 */
@Entity('records')
@Unique('records_offset', ['chainId', 'offset'])
@Index('records_interaction', ['namespace', 'interactionId'], { where: 'interaction_id is not null' })
export class RecordRow {
  @PrimaryColumn('integer', { name: 'chain_id', primaryKeyConstraintName: 'records_pkey' })
  chainId!: number;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'records_pkey' })
  seq!: string;

  @Column('bigint')
  offset!: string;

  @Column('bigint')
  timestamp!: string;

  @Column('bigint', { name: 'recorded_at' })
  recordedAt!: string;

  @Column('text', { nullable: true })
  type!: string | null;

  @Column('text', { nullable: true })
  code!: string | null;

  @Column('text', { name: 'event_id', nullable: true })
  eventId!: string | null;

  @Column('text', { nullable: true })
  namespace!: string | null;

  @Column('text', { name: 'interaction_id', nullable: true })
  interactionId!: string | null;

  @Column('jsonb')
  facts!: Facts;

  @Column('uuid', { name: 'data_key_id' })
  dataKeyId!: string;

  @Column('bytea')
  nonce!: Buffer;

  @Column('bytea')
  ciphertext!: Buffer;

  @Column('bytea')
  hash!: Buffer;
}
