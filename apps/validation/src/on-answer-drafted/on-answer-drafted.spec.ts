import { type Static, type TSchema } from '@sinclair/typebox';

import {
  answerApprovedV1,
  answerRejectedV1,
  answerRepairRequestedV1,
  draftDigest,
  type EventDefinition,
  type IncomingEvent,
  type OutgoingEvent,
  readEvent,
} from '#libs/contracts';
import { type SliceResult } from '#libs/event-flow';
import { sha256 } from '#libs/kernel';
import { verifyAnswerBytes } from '#libs/seal';

import { draft, draftOf } from '../domain/drafts-in-spec.js';
import { maxWaitMs } from './configuration-wait.js';
import { configuration, recordOf, type SliceInSpec, sliceInSpec } from './slice-in-spec.js';

let slice: SliceInSpec;

beforeAll(async () => {
  slice = await sliceInSpec();
});
beforeEach(() => {
  slice.counted.length = 0;
});

function only(result: SliceResult): OutgoingEvent {
  const events = result.kind === 'done' ? result.events : [];
  const [event] = events;
  if (event === undefined || events.length !== 1) throw new Error(`not one event: ${result.kind} ${events.length}`);
  return event;
}

function read<S extends TSchema>(event: OutgoingEvent, definition: EventDefinition<S>): IncomingEvent<Static<S>> {
  const incoming = readEvent(recordOf(event), definition, 'cluster');
  if (!incoming.ok) throw new Error(incoming.failure.code);
  return incoming.value;
}

describe('on answer drafted', () => {
  it('given a good draft, then it emits one approval whose seal verifies for its place', async () => {
    const event = only(await slice.handle(draftOf({})));
    const place = { interactionId: 'question-1042', namespace: 'default', channel: 'web' };
    expect(event).toMatchObject({ topic: 'answers.approved.v1', key: 'default/question-1042' });
    expect(read(event, answerApprovedV1).envelope).toMatchObject({
      source: 'urn:imprimatur:validation',
      time: '2026-11-30T13:00:00.500Z',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    });
    expect(await verifyAnswerBytes(event.value, slice.keys, place)).toMatchObject({ ok: true });
    expect(await verifyAnswerBytes(event.value, slice.keys, { ...place, channel: 'bot' })).toMatchObject({ ok: false });
    expect(slice.counted).toEqual(['approve']);
  });

  it('given the same draft again, then id and bytes are the same', async () => {
    const [first, second] = [await slice.handle(draftOf({})), await slice.handle(draftOf({}))];
    expect(only(second)).toEqual(only(first));
  });

  it('given one unconfirmed citation, then the approval is without it and says so', async () => {
    const event = only(await slice.handle(draftOf({ documentationCitations: ['DOC-NONE', 'DOC-SHIP-01'] })));
    expect(await verifyAnswerBytes(event.value, slice.keys)).toMatchObject({
      ok: true,
      value: {
        answer: {
          documentationCitations: ['DOC-SHIP-01'],
          limitations: [
            'Weekends are not counted [2].',
            'One citation could not be confirmed against the context and was left out.',
          ],
        },
      },
    });
    expect(slice.counted).toEqual(['limited documentation.unknown_citation']);
  });

  it('given wrong form, then it asks for one repair of exactly this draft', async () => {
    const broken = draftOf('```\n{}\n```');
    const { data } = read(only(await slice.handle(broken)), answerRepairRequestedV1);
    expect(data).toMatchObject({
      draftDigest: draftDigest(Buffer.from(JSON.stringify(broken))),
      errors: [{ code: 'parse.mixed_text', pointer: null }],
      configuration: { revision: 4 },
    });
  });

  it('given a withheld answer, then the rejection has code and findings and no word of the text', async () => {
    const canary = 'canary-7f3a';
    const event = only(
      await slice.handle(
        draftOf({ answer: `${canary} ORD-5`, entityCitations: [{ documentType: canary, identity: 'ORD-5' }] }),
      ),
    );
    const { data } = read(event, answerRejectedV1);
    expect(data).toMatchObject({ code: 'entity.unknown_mention', ordinal: 0 });
    expect(data.findings).toContainEqual({
      code: 'entity.unknown_mention',
      layer: 'meaning',
      status: 'failed',
      pointer: '/answer',
      span: null,
    });
    expect(event.value.toString()).not.toContain(canary);
    expect(slice.counted).toEqual(['reject entity.unknown_mention']);
  });

  it("given a draft without a response, then it is rejected with the draft's code", async () => {
    const failed = draft({ outcome: { kind: 'failure', code: 'provider.unobserved' } });
    expect(read(only(await slice.handle(failed)), answerRejectedV1).data).toMatchObject({
      code: 'provider.unobserved',
    });
  });

  it('given a failure code that no table has, then the draft is a dead letter', async () => {
    expect(await slice.handle(draft({ outcome: { kind: 'failure', code: 'moon.phase' } }))).toEqual({
      kind: 'deadLetter',
      refusal: { code: 'event.schema', pointer: '/outcome/code' },
    });
  });

  it('given an answer above the limit of its topic, then it is withheld whole', async () => {
    const event = only(await slice.handle(draftOf({ answer: 'word '.repeat(20_000) })));
    expect(read(event, answerRejectedV1).data).toMatchObject({ code: 'answer.too_large' });
    expect(slice.counted).toEqual(['reject answer.too_large']);
  });

  describe('given a draft of another configuration', () => {
    it.each([
      ['of an earlier revision, then it is judged under our own', 3, 'other'],
      ['of our own revision', 4, 'configuration 4'],
    ])('%s', async (_name, revision, content) => {
      const made = draftOf({}, { configuration: { revision, digest: sha256(content) } });
      const { data } = read(only(await slice.handle(made)), answerApprovedV1);
      expect(data).toMatchObject({ configuration: { revision: 4, digest: configuration.digest } });
    });

    it.each([
      ['of a later revision', 5],
      ['of our revision with other content', 4],
    ])('%s, then it waits a minute and goes to the dead letters', async (_name, revision) => {
      const made = draftOf({}, { configuration: { revision, digest: sha256('other') } });
      expect(await slice.handle(made)).toMatchObject({ kind: 'retry' });
      slice.clock.now += maxWaitMs - 1;
      expect(await slice.handle(made)).toMatchObject({ kind: 'retry' });
      slice.clock.now += 1;
      expect(await slice.handle(made)).toEqual({
        kind: 'deadLetter',
        refusal: { code: 'config.unknown_revision', pointer: null },
      });
      expect(slice.counted).toEqual([]);
    });
  });
});
