import { writableTopics } from './writable-topics.js';

const event = (topic: string) => ({ topic });

describe('the topics that a service may write', () => {
  it.each([
    ['delivery', 'questions.asked.v1'],
    ['delivery', 'published.web.v1'],
    ['validation', 'answers.approved.v1'],
    ['jury', 'dlq.jury.v1'],
  ] as const)('given %s behind a guard, then %s', (service, topic) => {
    expect(() => writableTopics(service, { guarded: true })(event(topic))).not.toThrow();
  });

  it.each([
    ['validation', 'published.web.v1'],
    ['generation', 'answers.approved.v1'],
    ['delivery', 'answers.approved.v1'],
    ['delivery', 'dlq.jury.v1'],
    ['delivery', 'published.WEB.v1'],
    ['delivery', 'nobody.made.v1'],
  ] as const)('given %s, then not %s', (service, topic) => {
    expect(() => writableTopics(service, { guarded: true })(event(topic))).toThrow('no producer');
  });

  it('given no guard, then no client topic', () => {
    expect(() => writableTopics('delivery', { guarded: false })(event('published.web.v1'))).toThrow('release guard');
  });
});
