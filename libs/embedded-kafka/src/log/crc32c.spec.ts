import { crc32c } from './crc32c.js';

describe('crc32c', () => {
  // The vectors of RFC 3720, appendix B.4, and the usual check value.
  it.each([
    ['32 bytes of zero', Buffer.alloc(32), 0x8a9136aa],
    ['32 bytes of ones', Buffer.alloc(32, 0xff), 0x62a8ab43],
    ['32 rising bytes', Buffer.from(Array.from({ length: 32 }, (_, at) => at)), 0x46dd794e],
    ['32 falling bytes', Buffer.from(Array.from({ length: 32 }, (_, at) => 31 - at)), 0x113fdb5c],
    ['123456789', Buffer.from('123456789'), 0xe3069283],
    ['nothing', Buffer.alloc(0), 0],
  ])('given %s, when it is summed, then the known value comes out', (_, data, expected) => {
    expect(crc32c(data)).toBe(expected);
  });

  it('given a view that does not start at its buffer, when it is summed, then only the view counts', () => {
    expect(crc32c(Buffer.from('xx123456789yy').subarray(2, 11))).toBe(0xe3069283);
  });
});
