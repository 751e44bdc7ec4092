import { type DataSource } from 'typeorm';

import { type Digest } from '#libs/kernel';

import { type AppliedFiles } from '../../ports/applied-files.port.js';

/** Held until the transaction ends, so that a ledger that dies holds nothing. The mode keeps readers in. */
const oneAtATime = 'lock table configuration_files in exclusive mode';
const lastApplied = 'select digest from configuration_files order by id desc limit 1';
const remember = 'insert into configuration_files (digest, revision) values ($1, $2)';

export function appliedFiles(dataSource: DataSource): AppliedFiles {
  return {
    apply: (work) =>
      dataSource.transaction(async (tx) => {
        await tx.query(oneAtATime);
        const [last] = await tx.query<{ digest: Digest }[]>(lastApplied);
        const applied = await work(last?.digest ?? null);
        if (applied !== null) await tx.query(remember, [applied.digest, applied.revision]);
      }),
  };
}
