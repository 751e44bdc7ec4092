import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

@Entity('chains')
@Unique('chains_name', ['cluster', 'topic', 'partition'])
export class ChainRow {
  @PrimaryGeneratedColumn('identity', { type: 'integer', primaryKeyConstraintName: 'chains_pkey' })
  id!: number;

  @Column('text')
  cluster!: string;

  @Column('text')
  topic!: string;

  @Column('integer')
  partition!: number;
}
