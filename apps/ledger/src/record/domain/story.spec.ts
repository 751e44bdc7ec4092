import fc from 'fast-check';

import { inCausalOrder, type Told } from './story.js';

let offset = 0;
const told = (topic: string, more: Partial<Told> = {}): Told => ({
  topic,
  partition: 0,
  offset: String(offset++),
  timestamp: '1764500000000',
  type: topic,
  facts: {},
  ...more,
});

const story: Told[] = [
  told('questions.asked.v1'),
  told('dlq.generation.v1', { facts: { originTopic: 'questions.asked.v1' } }),
  told('answers.drafted.v1', { facts: { ordinal: 0 } }),
  told('answers.repair-requested.v1'),
  told('answers.drafted.v1', { facts: { ordinal: 1 } }),
  told('reviews.requested.v1'),
  told('published.web.v1', { type: 'answer.deferred.v1' }),
  told('answers.approved.v1'),
  told('dlq.delivery.v1', { facts: { originTopic: 'answers.approved.v1' } }),
  told('published.web.v1', { type: 'answer.completed.v1' }),
  told('answers.retracted.v1'),
  told('published.web.v1', { type: 'answer.retracted.v1' }),
];

describe('the story of an interaction', () => {
  it('given the events in any order of arrival, then they are told in the order of causes', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(story, { minLength: story.length }), (arrived) => {
        expect(inCausalOrder(arrived)).toEqual(story);
      }),
    );
  });

  it('given clocks that contradict the causes, then the causes hold', () => {
    const [question, draft] = [
      told('questions.asked.v1', { timestamp: '2000' }),
      told('answers.drafted.v1', { timestamp: '1000', facts: { ordinal: 0 } }),
    ];
    expect(inCausalOrder([draft, question])).toEqual([question, draft]);
  });

  it('given a question sent twice, then the earlier one stands first', () => {
    const [second, first] = [
      told('questions.asked.v1', { timestamp: '2000' }),
      told('questions.asked.v1', { timestamp: '1000' }),
    ];
    expect(inCausalOrder([second, first])).toEqual([first, second]);
  });

  it('given an unreadable record, then its topic gives its stage', () => {
    const [draft, broken] = [told('answers.drafted.v1'), told('answers.approved.v1', { type: null })];
    expect(inCausalOrder([broken, draft])).toEqual([draft, broken]);
  });
});
