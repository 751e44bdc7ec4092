import fc from 'fast-check';
import { type DataSource } from 'typeorm';

import { openDatabase } from '#libs/service-host';
import { testDatabase, type TestDatabase } from '#libs/testkit';

import { ledgerMigrations, ledgerRows } from '../../../database.js';
import { merge, type Sighting } from '../../domain/interaction.js';
import { recordStoreOn } from './record-store.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('the index of interactions in the database', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await testDatabase('ledger');
    const tables = { rows: ledgerRows, migrations: ledgerMigrations };
    dataSource = await openDatabase({ url: database.url, service: 'ledger', ...tables, log: quiet });
  });

  afterAll(async () => {
    await dataSource?.destroy();
    await database?.drop();
  });

  it('given sightings in any order, then the database merges them as the domain does', async () => {
    const sighting = fc.record({
      at: fc.nat(1000),
      ordinal: fc.constantFrom(-1, 0, 1),
      sequence: fc.constantFrom(0, 1, 2, 3),
    });
    let at = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(sighting, { minLength: 1, maxLength: 6 }), async (list) => {
        const id = `merge-run-${at++}`;
        const found = list.map((item) => sightingOf(id, item.at, item.ordinal, item.sequence));
        for (const one of found) await recordStoreOn(dataSource.manager).sight([one]);
        const [row] = await dataSource.query<Record<string, unknown>[]>(
          'select * from interactions where interaction_id = $1',
          [id],
        );
        const merged = found.reduce(merge);
        expect(row).toMatchObject({
          first_seen: String(merged.firstSeen),
          last_seen: String(merged.lastSeen),
          events: merged.events,
          draft_ordinal: merged.draft.draftOrdinal,
          profile: merged.draft.profile,
          sequence: merged.client.sequence,
          code: merged.client.code,
        });
      }),
      { numRuns: 25 },
    );
  });
});

function sightingOf(interactionId: string, at: number, draftOrdinal: number, sequence: number): Sighting {
  const place = { namespace: 'default', interactionId, channel: 'web', questionDigest: null };
  const draft = { draftOrdinal, profile: `p${at}`, generationKind: null, draftSource: null, configurationRevision: at };
  const client = { sequence, state: 'open' as const, code: `c${at}`, publishedSource: null };
  return { ...place, firstSeen: at, lastSeen: at, events: 1, draft, client };
}
