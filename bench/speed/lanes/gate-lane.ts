import { channelTopicName } from '#libs/contracts';
import { consumerGroup } from '#libs/event-flow';

import { type BenchHouse } from '../bench-house.js';
import { channel, type Load, questionRecord } from '../load.js';
import { type Lane } from './lane.js';
import { assertSealed, cpuOfHouse, keysOf, untilWithoutLag } from './house-watch.js';

const asked = 'questions.asked.v1';

/**
 * Drafted → published with everything on: validation, delivery with a row for each question, ledger. Generation is
 * away: the bench writes its drafts.
 */
export async function gateLane(house: BenchHouse, loadOf: Load): Promise<Lane> {
  const { view, stack } = house;
  const keys = await keysOf(house);
  const settled = async () => {
    for (const service of ['delivery', 'ledger'] as const) await untilWithoutLag(house, service);
  };
  return {
    name: 'gate',
    view,
    input: 'answers.drafted.v1',
    output: channelTopicName(channel),
    firstCount: 1000,
    held: () => (['validation', 'delivery', 'ledger'] as const).map((service) => stack.process(service)),
    prepare: async (count) => {
      await stack.process('generation').stop();
      const questions = loadOf.questions(count);
      await view.fill(asked, questions.map(questionRecord));
      await settled();
      return questions.map((question) => loadOf.draft(question));
    },
    cpu: () => cpuOfHouse(house),
    settled,
    check: (outputs) => assertSealed(keys, outputs),
  };
}

/** Brings generation back; the questions of the gate are none of its business. */
export async function bringGenerationBack({ view, stack }: BenchHouse): Promise<void> {
  if (stack.process('generation').isRunning()) return;
  await view.skipToEnd(consumerGroup('generation', asked), asked);
  await stack.restart('generation');
}
