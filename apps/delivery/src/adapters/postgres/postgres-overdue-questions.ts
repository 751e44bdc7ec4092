import { type DataSource } from 'typeorm';

import { type OverdueQuestions } from '../../ports/overdue-questions.port.js';
import { type QuestionColumns, questionColumns, questionOf } from './question-mapping.js';

const waiting = `state in ('OPEN', 'DEFERRED')`;

export function postgresOverdueQuestions(dataSource: DataSource): OverdueQuestions {
  return {
    async any() {
      const rows = await dataSource.query<unknown[]>(
        `select 1 from questions where ${waiting} and deadline_at < now() limit 1`,
      );
      return rows.length > 0;
    },
    async lock(tx, graceMs, limit) {
      const rows = await tx.query<QuestionColumns[]>(
        `select ${questionColumns} from questions
         where ${waiting} and deadline_at < now() - $1 * interval '1 millisecond'
         order by deadline_at limit $2 for update skip locked`,
        [graceMs, limit],
      );
      return rows.map(questionOf);
    },
  };
}
