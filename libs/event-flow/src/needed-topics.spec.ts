import { neededTopics } from './needed-topics.js';

describe('needed topics', () => {
  it('given delivery, then what it reads, what it writes, its channels and its dead letters', () => {
    expect(neededTopics('delivery', ['answers.approved.v1'], ['web']).sort()).toEqual([
      'answers.approved.v1',
      'dlq.delivery.v1',
      'published.web.v1',
      'questions.asked.v1',
    ]);
  });

  it('given another service, then the channels are not its own', () => {
    expect(neededTopics('jury', ['jury.summoned.v1'], ['web'])).not.toContain('published.web.v1');
  });
});
