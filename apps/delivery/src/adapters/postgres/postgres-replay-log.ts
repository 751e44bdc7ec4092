import { type DataSource } from 'typeorm';

import { type ReplayLog } from '../../ports/replay-log.port.js';

export function postgresReplayLog(dataSource: DataSource): ReplayLog {
  return {
    async note(tx, { deadLetter, action, question, operator }) {
      await tx.query(
        `insert into replays (service, dead_letter_partition, dead_letter_offset, action, namespace, interaction_id,
           operator_kind, operator_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          deadLetter.service,
          deadLetter.partition,
          deadLetter.offset,
          action,
          question?.namespace ?? null,
          question?.interactionId ?? null,
          operator.kind,
          operator.id,
        ],
      );
    },
    async wasPassedOn({ service, partition, offset }) {
      const rows = await dataSource.query<unknown[]>(
        `select 1 from replays where service = $1 and dead_letter_partition = $2 and dead_letter_offset = $3
           and action = 'passed_on' limit 1`,
        [service, partition, offset],
      );
      return rows.length > 0;
    },
  };
}
