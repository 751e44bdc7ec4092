import { neededTopics } from './needed-topics.js';

describe('needed topics', () => {
  it('given delivery, then what it reads, what it writes and its dead letters, each once', () => {
    expect(neededTopics('delivery', ['answers.approved.v1', 'questions.asked.v1']).sort()).toEqual([
      'answers.approved.v1',
      'dlq.delivery.v1',
      'questions.asked.v1',
    ]);
  });
});
