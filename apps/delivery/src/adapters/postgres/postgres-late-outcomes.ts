import { digestOfJson } from '#libs/kernel';

import { type LateOutcomes } from '../../ports/late-outcomes.port.js';

export const postgresLateOutcomes: LateOutcomes = {
  async record(tx, arrival, code) {
    const { namespace, interactionId, happening, questionDigest } = arrival;
    await tx.query(
      `insert into late_outcomes (namespace, interaction_id, happening, question_digest, arrival_digest, code)
       values ($1, $2, $3, $4, $5, $6)`,
      [namespace, interactionId, happening, questionDigest, digestOfJson(arrival), code],
    );
  },
};
