import fc from 'fast-check';

import { faultSchedule, type MixedFault } from './fault-schedule.js';
import { seededRandom } from './seeded-random.js';

const services = ['generation', 'validation', 'delivery'];
const draw = (seed: number) => faultSchedule(seededRandom(seed), services, { count: 12, overMs: 20_000 });
const targetOf = ({ target, kind }: MixedFault) => target ?? kind;

describe('the schedule of the mix', () => {
  it('given the same seed, then the same faults; given another one, then others', () => {
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it('given any seed, then no target is struck while it is down, and every fault is drawn', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const faults = draw(seed);
        expect(faults).toHaveLength(12);
        for (const [index, fault] of faults.entries()) {
          const next = faults.slice(index + 1).find((later) => targetOf(later) === targetOf(fault));
          if (next) expect(next.at).toBeGreaterThan(fault.at + fault.forMs);
        }
      }),
    );
  });

  it('given many seeds, then every kind of fault comes', () => {
    const kinds = new Set(
      Array.from({ length: 20 }, (_, seed) => draw(seed)).flatMap((all) => all.map(({ kind }) => kind)),
    );
    expect([...kinds].sort()).toEqual(['broker', 'database', 'freeze', 'kill', 'second-instance']);
  });
});
