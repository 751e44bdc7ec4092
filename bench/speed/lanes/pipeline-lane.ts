import { channelTopicName } from '#libs/contracts';

import { type BenchHouse } from '../bench-house.js';
import { channel, type Load, questionRecord } from '../load.js';
import { bringGenerationBack } from './gate-lane.js';
import { type Lane } from './lane.js';
import { assertSealed, cpuOfHouse, keysOf, untilWithoutLag } from './house-watch.js';

/** Question → published: all of it, with a provider that answers at once. */
export async function pipelineLane(house: BenchHouse, loadOf: Load): Promise<Lane> {
  const { view, stack } = house;
  const keys = await keysOf(house);
  return {
    name: 'pipeline',
    view,
    input: 'questions.asked.v1',
    output: channelTopicName(channel),
    firstCount: 300,
    held: () => (['generation', 'validation', 'delivery', 'ledger'] as const).map((service) => stack.process(service)),
    prepare: async (count) => {
      await bringGenerationBack(house);
      return loadOf.questions(count).map(questionRecord);
    },
    cpu: () => cpuOfHouse(house),
    settled: async () => {
      for (const service of ['delivery', 'ledger'] as const) await untilWithoutLag(house, service);
    },
    check: (outputs) => assertSealed(keys, outputs),
  };
}
