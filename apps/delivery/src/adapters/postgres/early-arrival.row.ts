import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What waits for a question, or for the answer that it takes back. */
@Entity('early_arrivals')
@Index('early_arrivals_came', ['cameAt'])
export class EarlyArrivalRow {
  @PrimaryColumn('text')
  namespace!: string;

  @PrimaryColumn('text', { name: 'interaction_id' })
  interactionId!: string;

  @PrimaryColumn('text', { name: 'question_digest' })
  questionDigest!: string;

  @PrimaryColumn('text')
  place!: string;

  /** The arrival as JSON text. */
  @Column('bytea')
  arrival!: Buffer;

  @Column('timestamptz', { name: 'came_at', default: () => 'now()' })
  cameAt!: Date;
}
