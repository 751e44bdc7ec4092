import { allEvents as definitions } from './all-events.js';
import { topicNamed } from './topics.js';

describe('every event', () => {
  it.each(definitions.map((definition) => [definition.type, definition] as const))(
    '%s has an example that fits its schema',
    (_type, definition) => {
      expect(definition.checkWritten(definition.example)).toBeUndefined();
      expect(definition.checkRead(definition.example)).toBeUndefined();
    },
  );

  it.each(definitions.map((definition) => [definition.type, definition] as const))(
    '%s refuses an unknown member on writing',
    (_type, definition) => {
      expect(definition.checkWritten({ ...(definition.example as object), surprise: 1 })).toMatchObject({
        unknownMember: 'surprise',
      });
    },
  );

  it('is named by its topic, or lives on client topics', () => {
    for (const { type } of definitions) expect(topicNamed(type) !== undefined || type.startsWith('answer.')).toBe(true);
  });
});
