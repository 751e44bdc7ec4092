import { channelOfTopic, channelTopic, maxMessageBytes, type Topic, topicNamed, topics } from './topics.js';

const rows: readonly Topic[] = topics;

describe('the topic table', () => {
  it('gives every topic one producer, except the intake topic, whose producers are listed', () => {
    const shared = rows.filter((topic) => topic.producers.length !== 1).map((topic) => topic.name);
    expect(shared).toEqual(['questions.asked.v1']);
  });

  it('lets validation alone write what is approved, and delivery alone write client topics', () => {
    expect(topicNamed('answers.approved.v1')?.producers).toEqual(['validation']);
    expect(channelTopic('web').producers).toEqual(['delivery']);
  });

  it('shows no draft and no dead letter to anybody outside the house', () => {
    const outside = rows.filter((topic) => topic.readers.some((reader) => reader === 'bot' || reader === 'upstream'));
    expect(outside.map((topic) => topic.name)).toEqual(['actions.authorised.v1']);
  });

  it('lets the ledger read every topic but its own checkpoints and dead letters', () => {
    const unread = rows.filter((topic) => !topic.readers.includes('ledger')).map((topic) => topic.name);
    expect(unread).toEqual(['ledger.checkpoints.v1', 'dlq.ledger.v1']);
  });

  it('leaves the broker room for one event at its limit', () => {
    for (const topic of rows) expect(maxMessageBytes(topic)).toBe(topic.limitBytes + 65_536);
  });

  it.each([
    ['published.web.v1', 'web'],
    ['published..v1', undefined],
    ['published.Web.v1', undefined],
    ['published.web.v1.evil', undefined],
  ])('reads the channel of %s as %s', (name, channel) => {
    expect(channelOfTopic(name)).toBe(channel);
  });
});
