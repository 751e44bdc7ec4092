import { type IncomingRecord, readDeadLetter } from '#libs/contracts';
import { eventually } from '#libs/testkit';

import { inputEvent, outTopic } from '../flow-events-spec.js';
import { FlowFixture } from '../flow-fixture-spec.js';

jest.setTimeout(30_000);

const client = (interactionId: string, id: string) => ({ ...inputEvent(interactionId, 0, id), topic: outTopic });
const uuid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;

describe('the release guard in the relay', () => {
  let house: FlowFixture;
  beforeEach(async () => (house = await FlowFixture.open()));
  afterEach(() => house.close());

  it('given a row that the guard refuses, then it is moved aside and dead-lettered, its failure goes out, and the shard goes on', async () => {
    const flow = await house.start({
      releaseGuard: {
        check: async ({ key }) => (key.endsWith('forged') ? 'seal.signature' : undefined),
        onRefused: async (_event, _code, tx) => {
          await tx.query('select 1 from event_outbox_refused');
          return [client('question-failure', uuid(9))];
        },
      },
    });
    const out = await house.follow(outTopic);
    const letters = await house.follow('dlq.delivery.v1');
    await flow.transactions.run(async (_tx, emit) =>
      emit(client('question-1', uuid(1)), client('question-forged', uuid(2)), client('question-2', uuid(3))),
    );
    await eventually(() =>
      expect(out.map(({ key }) => key?.toString()).sort()).toEqual([
        'default/question-1',
        'default/question-2',
        'default/question-failure',
      ]),
    );
    const letter = readDeadLetter(letters[0] as IncomingRecord);
    expect([letters.length, letter?.origin.code, letter?.record.key?.toString()]).toEqual([
      1,
      'seal.refused',
      'default/question-forged',
    ]);
    expect(await house.count(`event_outbox_refused where code = 'seal.signature'`)).toBe(1);
    await eventually(async () => expect(await house.count('event_outbox where sent_at is null')).toBe(0));
  });
});
