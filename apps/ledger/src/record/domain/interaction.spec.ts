import fc from 'fast-check';

import { merge, type Seen, type Sighting, sightings } from './interaction.js';

const place = { namespace: 'default', interactionId: 'question-1', channel: 'web' };
const seen = (type: string, facts: Seen['facts'], recordedAt: number, code: string | null = null): Seen => ({
  type,
  code,
  place,
  facts,
  recordedAt,
});
const draft = (ordinal: number, profile: string, at: number) =>
  seen('answers.drafted.v1', { ordinal, profile, generationKind: 'REAL_MODEL', answerSource: 'MIXED_SOURCES' }, at);

const life: Seen[] = [
  seen('questions.asked.v1', { questionDigest: 'sha256:q' }, 10),
  draft(0, 'first', 20),
  draft(1, 'second', 30),
  seen('answer.deferred.v1', { sequence: 1, code: 'review.pending' }, 40),
  seen('answer.completed.v1', { sequence: 2, answerSource: 'KNOWLEDGE_GROUNDED' }, 50),
  seen('answer.retracted.v1', { sequence: 3, code: 'source.revoked' }, 60),
];

describe('the index of interactions', () => {
  it('given the events in any order, then the last draft and what the client saw last hold', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(life, { minLength: life.length }), (arrived) => {
        expect(sightings(arrived)).toEqual([
          {
            ...place,
            questionDigest: 'sha256:q',
            firstSeen: 10,
            lastSeen: 60,
            events: 6,
            draft: expect.objectContaining({ draftOrdinal: 1, profile: 'second' }) as unknown,
            client: { sequence: 3, state: 'retracted', code: 'source.revoked', publishedSource: null },
          },
        ]);
      }),
    );
  });

  it('given the events in any pieces, then merging the pieces is seeing them at once', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(life, { minLength: life.length }), fc.nat(life.length), (arrived, cut) => {
        const [a, b] = [sightings(arrived.slice(0, cut)), sightings(arrived.slice(cut))];
        const [whole] = sightings(arrived);
        expect([...a, ...b].reduce(merge)).toEqual(whole);
      }),
    );
  });

  it('given an event that could not be read, then it counts and says nothing', () => {
    const [only] = sightings([seen('answer.completed.v1', { sequence: 2 }, 5, 'event.schema')]) as [Sighting];
    expect(only).toMatchObject({ events: 1, client: { state: 'open', sequence: 0 } });
  });

  it('given events of several interactions, then they come sorted, and what names none is left out', () => {
    const other = { ...life[0]!, place: { ...place, interactionId: 'a-question' } };
    const found = sightings([life[0]!, other, { ...life[0]!, place: null }]);
    expect(found.map(({ interactionId }) => interactionId)).toEqual(['a-question', 'question-1']);
  });
});
