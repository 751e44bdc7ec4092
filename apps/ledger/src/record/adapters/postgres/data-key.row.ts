import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** Rotation wraps anew: `master_key_id`, `nonce` and `wrapped` change. Erasure sets `wrapped` to null, with the time. */
@Entity('data_keys')
@Unique('data_keys_owner', ['owner'])
export class DataKeyRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'data_keys_pkey' })
  id!: string;

  @Column('text')
  owner!: string;

  @Column('text', { name: 'master_key_id' })
  masterKeyId!: string;

  @Column('bytea')
  nonce!: Buffer;

  @Column('bytea', { nullable: true })
  wrapped!: Buffer | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'destroyed_at', nullable: true })
  destroyedAt!: Date | null;
}
