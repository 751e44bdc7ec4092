import { Conditions } from './conditions.js';

describe('conditions', () => {
  it('given parts that hold the same reason, then it is named once, until the last has let go', () => {
    const conditions = new Conditions();
    conditions.set('a', 'kafka.away');
    conditions.set('b', 'kafka.away');
    conditions.set('c', 'database.away');
    expect(conditions.readiness()).toEqual({ ready: false, reasons: ['database.away', 'kafka.away'] });
    for (const part of ['a', 'c']) conditions.set(part, null);
    expect(conditions.readiness().reasons).toEqual(['kafka.away']);
    conditions.set('b', null);
    expect(conditions.readiness()).toEqual({ ready: true, reasons: [] });
  });

  it('given a rebalance, then it counts only when it takes longer than ten seconds', () => {
    const conditions = new Conditions();
    conditions.set('a', 'rebalancing');
    expect(conditions.readiness(Date.now() + 9_000).ready).toBe(true);
    expect(conditions.readiness(Date.now() + 11_000).reasons).toEqual(['rebalancing']);
  });
});
