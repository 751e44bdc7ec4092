import { readCursor, writeCursor } from './cursor.js';

describe('the cursor', () => {
  it('given what it wrote, then it reads it back', () => {
    const place = { firstSeen: 1764500000123, interactionId: 'question-1' };
    expect(readCursor(writeCursor(place))).toEqual(place);
  });

  it.each(['x', '', 'MTIz', Buffer.from("1.' or true --").toString('base64url')])(
    'given %p, then it is none',
    (text) => {
      expect(readCursor(text)).toBeUndefined();
    },
  );
});
