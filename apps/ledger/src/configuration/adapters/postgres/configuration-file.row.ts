import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A configuration file that was applied; the last row is the file that holds. */
@Entity('configuration_files')
export class ConfigurationFileRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', primaryKeyConstraintName: 'configuration_files_pkey' })
  id!: string;

  @Column('text')
  digest!: string;

  /** The last revision that lay on the topic when it was applied. */
  @Column('bigint')
  revision!: string;

  @Column('timestamptz', { name: 'applied_at', default: () => 'now()' })
  appliedAt!: Date;
}
