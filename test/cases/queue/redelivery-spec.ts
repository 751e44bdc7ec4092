import { setTimeout as pause } from 'node:timers/promises';

import { ConfigResourceTypes } from 'kafkajs';

import { deadLetter, type EventFlow } from '#libs/event-flow';
import { eventually } from '#libs/testkit';

import { type Arrangements, lay, messagesOf } from './arrangement-spec.js';
import { interactionId } from './case-message-spec.js';
import { asked, effectOf, letters, type QueueHouse } from './queue-house-spec.js';

const effect = `default/${interactionId}`;

export const redelivery: Arrangements = {
  'KAF-001': {
    says: 'given the same partition and offset twice, then the inbox knows it: one call of the slice, one event',
    prove: async (given, house) => {
      let calls = 0;
      const slice = async (event: Parameters<typeof effectOf>[0]) => {
        calls += 1;
        return effectOf(event);
      };
      await lay(given, house);
      const first = await house.start(slice);
      await house.settled(first);
      await first.stop();
      await house.rewind(messagesOf(given));
      const second = await house.start(slice);
      await eventually(async () => expect(await second.lag([asked])).not.toBeNull());
      await house.settled(second);
      expect(calls).toBe(1);
      expect([await house.effects(), await house.deadLetters()]).toEqual([[effect], []]);
    },
  },

  // The oracle lets the new owner win by a fence. Ours needs no winner: the inbox row makes the second wait for the
  // first one's transaction, and whoever commits, the event has the same id and bytes.
  'KAF-003': {
    says: 'given a handler that outlives the loss of its partition, when the new owner takes the record, then one of them has the one effect',
    prove: async (given, house) => {
      await lay(given, house);
      const calls: string[] = [];
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const former = await house.start(
        async (event) => {
          calls.push('former');
          await held;
          return effectOf(event);
        },
        { graceMs: 200 },
      );
      await eventually(() => expect(calls).toEqual(['former']));
      await former.stop();
      const owner = await house.start(async (event) => {
        calls.push('owner');
        return effectOf(event);
      });
      await eventually(async () => expect(await waitingInserts(house)).toBe(1), { timeoutMs: 20_000 });
      release();
      await house.settled(owner);
      expect(calls).toEqual(['former']);
      expect([await house.effects(), await house.deadLetters()]).toEqual([[effect], []]);
    },
  },

  // Slow calls are job rows with us. Were a slice slow nonetheless, it keeps its partition up to twice its deadline.
  'KAF-004': {
    says: 'given a handler three times as long as the session, then heartbeats go on and nothing is delivered again',
    prove: async (given, house) => {
      const scale = 30;
      let calls = 0;
      await lay(given, house);
      const flow = await house.start(
        async (event) => {
          calls += 1;
          await pause((given.handler_ms ?? 0) / scale);
          return effectOf(event);
        },
        { sessionTimeoutMs: (given.session_timeout_ms ?? 0) / scale },
      );
      await house.settled(flow);
      expect(calls).toBe(1);
      expect([await house.effects(), await house.deadLetters()]).toEqual([[effect], []]);
    },
  },

  'KAF-008': {
    says: 'given the database is down, then the offset stays before the record; when it is back, the record is done',
    prove: async (given, house) => {
      const [message] = messagesOf(given);
      if (message) await house.beginAt(message);
      const flow = await house.start();
      await eventually(() => expect(flow.readiness().ready).toBe(true));
      await house.letLogIn(false);
      await house.produce(messagesOf(given));
      await eventually(() => expect(flow.readiness().reasons).toEqual(['database.away']));
      expect(await flow.lag([asked])).toBe(1);
      await house.letLogIn(true);
      await house.settled(flow);
      expect([await house.effects(), await house.deadLetters()]).toEqual([[effect], []]);
    },
  },

  'KAF-009': {
    says: 'given a dead letter that the broker refuses, then the lane waits, the service is not ready, and nothing is committed; when it fits, it is written',
    prove: async (given, house) => {
      await limitDeadLetters(house, 100);
      await lay(given, house);
      const tries: number[] = [];
      const flow: EventFlow = await house.start(async () => {
        tries.push(Date.now());
        return deadLetter('question.id_reused');
      });
      await eventually(() => expect(flow.readiness().reasons).toEqual(['dead_letter.blocked']));
      await eventually(() => expect(tries.length).toBeGreaterThan(6));
      // It may stay so for hours: the tries become rarer.
      expect((tries[6] ?? 0) - (tries[5] ?? 0)).toBeGreaterThan(400);
      expect([await flow.lag([asked]), await house.deadLetters()]).toEqual([1, []]);
      await limitDeadLetters(house, 2 * 1024 * 1024);
      await house.settled(flow);
      expect(await house.deadLetters()).toEqual([{ offset: '10', code: 'question.id_reused', pointer: null }]);
      await eventually(() => expect(flow.readiness().ready).toBe(true));
    },
  },
};

/** Sessions that wait for another transaction's inbox row. */
async function waitingInserts(house: QueueHouse): Promise<number> {
  return house.count(`pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into event_inbox%'`);
}

async function limitDeadLetters(house: QueueHouse, bytes: number): Promise<void> {
  const configEntries = [{ name: 'max.message.bytes', value: String(bytes) }];
  const resources = [{ type: ConfigResourceTypes.TOPIC, name: letters, configEntries }];
  await house.admin.alterConfigs({ validateOnly: false, resources });
}
