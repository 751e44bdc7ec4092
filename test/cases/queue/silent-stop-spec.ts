import { eventually } from '#libs/testkit';

import { type Arrangements } from './arrangement-spec.js';
import { type CaseMessage, interactionId } from './case-message-spec.js';
import { asked, type QueueHouse } from './queue-house-spec.js';

const message: CaseMessage = {
  partition: 0,
  offset: '10',
  key: 'c-1',
  timestamp: '1760000000000',
  headers: { 'schema-version': '1' },
  value: '{"schema":"question.v1","eventId":"e-1","caseId":"c-1","question":"Where is ORD-1042?"}',
};

export const silentStop: Arrangements = {
  // The oracle lets the process end. Ours is an outage: a restart makes no room, so the process lives, says that it is
  // not ready, shows its lag, and goes on by itself when there is room.
  'KAF-027': {
    says: 'given a full database, then it is an outage: not ready, lag shown, nothing dead-lettered, and done when there is room',
    prove: async (_given, house) => {
      await fill(house);
      await house.beginAt(message);
      await house.produce([message]);
      const flow = await house.start();
      await eventually(() => expect(flow.readiness()).toEqual({ ready: false, reasons: ['database.away'] }));
      expect(await house.metrics.metrics()).toContain(`imprimatur_consumer_lag{topic="${asked}"} 1`);
      expect([house.fatal, await house.deadLetters()]).toEqual([[], []]);
      await house.dataSource.query('drop trigger full_disk on event_inbox');
      await house.settled(flow);
      await eventually(() => expect(flow.readiness().ready).toBe(true));
      expect(await house.effects()).toEqual([`default/${interactionId}`]);
    },
  },

  // The exit code follows from onFatal: libs/service-host, service-process.spec.ts.
  'KAF-029': {
    says: 'given a consumer that can only crash, then the service is not ready, and after some tries without progress it asks to be ended, once',
    prove: async (_given, house) => {
      const flow = await house.start();
      await eventually(() => expect(flow.readiness().ready).toBe(true));
      await house.admin.deleteTopics({ topics: [asked] });
      await eventually(() => expect(flow.readiness().ready).toBe(false), { timeoutMs: 60_000 });
      await eventually(() => expect(house.fatal).toEqual(['kafka.consumer_crashed']), { timeoutMs: 110_000 });
      expect(flow.readiness().ready).toBe(false);
    },
  },
};

/** PostgreSQL answers as it does when its disk is full. */
async function fill(house: QueueHouse): Promise<void> {
  await house.dataSource.query(`create function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'no space left' using errcode = 'disk_full'; end $$`);
  await house.dataSource.query(
    'create trigger full_disk before insert on event_inbox for each row execute function full_disk()',
  );
}
