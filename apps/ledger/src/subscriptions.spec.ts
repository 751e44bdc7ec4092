import { channelSubscription, subscriptions } from './subscriptions.js';

describe('the subscriptions of the ledger', () => {
  const slice = () => Promise.resolve();
  const all = [...subscriptions(slice), channelSubscription(slice)('web')];
  const recorded = all.map(({ topic, mode }) => `${mode} ${topic}`);

  it('given a configured channel, then its client topic is recorded with every topic that the table names', () => {
    expect(recorded).toEqual(expect.arrayContaining(['runs published.web.v1', 'runs config.changed.v1']));
    expect(recorded).toEqual(expect.arrayContaining(['runs questions.asked.v1', 'runs dlq.delivery.v1']));
    expect(new Set(recorded).size).toBe(recorded.length);
  });

  it('records neither its checkpoints nor its own dead letters', () => {
    expect(recorded.filter((row) => row.includes('checkpoints') || row.includes('dlq.ledger'))).toEqual([]);
  });
});
