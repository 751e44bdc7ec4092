import { answerApprovedV1, isOutcomeCode, isTooLarge, makeEvent, readEvent } from '#libs/contracts';

import { type Happening, type QuestionState, states, step } from '../../../apps/delivery/src/domain/question-life.js';
import { type Arrangements, messagesOf } from './arrangement-spec.js';

const happenings: Readonly<Record<string, Happening>> = { OPEN: 'asked', CLOSED: 'approved' };

export const orderAndSize: Arrangements = {
  // The oracle holds it in the outbox. Ours measures before the transaction: too large is the outcome `answer.too_large`,
  // never a row that nobody can send.
  'KAF-020': {
    says: 'given an answer above the limit, then its size is known uncompressed before anything is sent, and it has a code',
    prove: async ({ produce }) => {
      const text = (produce?.value.char ?? '').repeat(produce?.value.count ?? 0);
      const data = { ...answerApprovedV1.example, text };
      const time = '2026-01-01T00:00:00.000Z';
      const made = makeEvent({ definition: answerApprovedV1, data, id: 'e-1', source: 'urn:cases', time });
      expect(made).toMatchObject({ ok: false, failure: { code: 'event.too_large', limitBytes: 128 * 1024 } });
      expect(isOutcomeCode('answer.too_large')).toBe(true);
      // A broker takes it from a client that compresses; our readers measure what it holds.
      const headers = Object.entries({ ce_specversion: '1.0', ce_id: 'e-1', ce_source: 'urn:cases', ce_type: 'answers.approved.v1' });
      const record = {
        topic: 'answers.approved.v1',
        partition: 0,
        offset: '10',
        timestamp: '1760000000000',
        key: null,
        headers: headers.map(([name, value]) => [name, Buffer.from(value)] as const),
        value: Buffer.from(JSON.stringify(data)),
      };
      expect(isTooLarge(record)).toBe(true);
      expect(readEvent(record, answerApprovedV1, 'cluster')).toMatchObject({ failure: { code: 'event.too_large' } });
    },
  },

  'KAF-025': {
    says: 'given the later offset carries the older state, then the closed question stays closed',
    prove: async (given) => {
      const updates = messagesOf(given).map(({ value }) => JSON.parse(value ?? '') as { state: string });
      expect(updates.map(({ state }) => state)).toEqual(['CLOSED', 'OPEN']);
      const end = updates.reduce<QuestionState>((state, update) => after(state, update.state), 'OPEN');
      expect(end).toBe('COMPLETED');
    },
  },
};

/** Delivery's own table; `hold`, `late` and `ignore` leave the state as it is. */
function after(state: QuestionState, update: string): QuestionState {
  const happening = happenings[update];
  if (!happening) throw new Error(`an unknown state: ${update}`);
  const next = step(state, happening);
  return states.find((known) => known === next) ?? state;
}
