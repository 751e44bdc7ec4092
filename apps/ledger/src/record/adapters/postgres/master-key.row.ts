import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The master keys that this database has seen, by a proof from which the key cannot be found. */
@Entity('master_keys')
export class MasterKeyRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'master_keys_pkey' })
  id!: string;

  @Column('bytea')
  proof!: Buffer;

  @Column('timestamptz', { name: 'first_used_at', default: () => 'now()' })
  firstUsedAt!: Date;
}
