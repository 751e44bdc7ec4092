import { distModule } from '../../../tools/stack/dist-module.js';
import { type BenchHouse } from '../bench-house.js';
import { load, type Load } from '../load.js';
import { cpuMsOf } from '../process-cpu.js';
import { until } from '../until.js';
import { type Lane } from './lane.js';

/** Two relays that do nothing, one after the other: as many hops as drafted → approved → published. */
export async function relayLane(house: BenchHouse, loadOf: Load, kind: 'nest' | 'batch'): Promise<Lane> {
  const { view, stack } = house;
  const names = ['drafted', 'approved', 'published'].map((name) => `bench.${kind}.${name}`);
  const [input = '', between = '', output = ''] = names;
  await view.makeTopics(names, load.partitions);
  const hops = [
    { from: input, to: between, group: `bench-${kind}-1` },
    { from: between, to: output, group: `bench-${kind}-2` },
  ];
  const script = distModule('bench', 'speed', 'relays', `${kind}-relay.js`);
  const relays = hops.map(({ from, to, group }) =>
    house.spawn(group, script, [stack.brokers.join(','), from, to, group]),
  );
  // Nest adds `-server` to the group of its consumer.
  const groups = hops.map(({ group }) => (kind === 'nest' ? `${group}-server` : group));
  for (const group of groups) await until(`${group} joins`, () => view.isStable(group, 1));
  return {
    name: `${kind}Relay`,
    view,
    input,
    output,
    firstCount: kind === 'nest' ? 500 : 5000,
    held: () => relays,
    prepare: async (count) => loadOf.questions(count).map((question) => loadOf.draft(question)),
    cpu: () => ({
      services: Object.fromEntries(relays.map(({ name, pid }) => [name, cpuMsOf(pid)])),
      broker: cpuMsOf(stack.broker?.pid ?? NaN),
      postgres: 0,
    }),
    settled: async () => undefined,
    check: async () => undefined,
  };
}
