import { type Arrangements } from './queue/arrangement-spec.js';
import { queueCases } from './queue/case-message-spec.js';
import { orderAndSize } from './queue/order-and-size-spec.js';
import { QueueHouse } from './queue/queue-house-spec.js';
import { reading } from './queue/reading-spec.js';
import { redelivery } from './queue/redelivery-spec.js';
import { silentStop } from './queue/silent-stop-spec.js';

jest.setTimeout(180_000);

const arrangements: Arrangements = { ...reading, ...redelivery, ...orderAndSize, ...silentStop };
const cases = queueCases().map((one) => ({ ...one, says: arrangements[one.id]?.says ?? 'has no arrangement' }));

describe('cases of area queue', () => {
  let house: QueueHouse;
  beforeEach(async () => (house = await QueueHouse.open()));
  afterEach(() => house.close());

  it.each(cases)('$id: $says', async ({ id, given }) => {
    const arrangement = arrangements[id];
    expect(arrangement).toBeDefined();
    await arrangement?.prove(given, house);
  });

  it('given the arrangements, then each belongs to a case of the file', () => {
    expect(Object.keys(arrangements).sort()).toEqual(cases.map(({ id }) => id).sort());
    expect(cases).toHaveLength(19);
  });
});
