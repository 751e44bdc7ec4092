import { type DataSource } from 'typeorm';

import { type QuestionState } from '../../domain/question-life.js';
import { type QuestionViews } from '../../ports/question-views.port.js';
import { type QuestionColumns, questionColumns, questionOf } from './question-mapping.js';

export function postgresQuestionViews(dataSource: DataSource): QuestionViews {
  return {
    async find({ namespace, interactionId }) {
      const rows = await dataSource.query<QuestionColumns[]>(
        `select ${questionColumns} from questions where namespace = $1 and interaction_id = $2`,
        [namespace, interactionId],
      );
      return rows[0] && questionOf(rows[0]);
    },
    async states(ids) {
      const rows = await dataSource.query<Pick<QuestionColumns, 'namespace' | 'interaction_id' | 'state'>[]>(
        `select namespace, interaction_id, state from questions
         join unnest($1::text[], $2::text[]) as wanted (namespace, interaction_id) using (namespace, interaction_id)`,
        [ids.map(({ namespace }) => namespace), ids.map(({ interactionId }) => interactionId)],
      );
      return rows.map(({ namespace, interaction_id: interactionId, state }) => ({
        namespace,
        interactionId,
        state: state as QuestionState,
      }));
    },
  };
}
