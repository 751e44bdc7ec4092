import { subscriptions } from './subscriptions.js';

describe('the subscriptions of the ledger', () => {
  const recorded = subscriptions(['web', 'mail'], () => Promise.resolve()).map(({ topic, mode }) => `${mode} ${topic}`);

  it('given the configured channels, then their client topics are recorded with every topic that the table names', () => {
    expect(recorded).toEqual(expect.arrayContaining(['runs published.web.v1', 'runs published.mail.v1']));
    expect(recorded).toEqual(expect.arrayContaining(['runs questions.asked.v1', 'runs dlq.delivery.v1']));
    expect(new Set(recorded).size).toBe(recorded.length);
  });

  it('records neither its checkpoints nor its own dead letters', () => {
    expect(recorded.filter((row) => row.includes('checkpoints') || row.includes('dlq.ledger'))).toEqual([]);
  });
});
