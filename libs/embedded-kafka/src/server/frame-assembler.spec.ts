import fc from 'fast-check';
import { MalformedRequest } from '../protocol/wire-reader.js';
import { FrameAssembler } from './frame-assembler.js';

function framed(payload: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(payload.length);
  return Buffer.concat([length, payload]);
}

describe('the frame assembler', () => {
  it('given frames cut anywhere, when the pieces come, then the frames come out whole and in order', () => {
    const payloads = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 10 });
    fc.assert(
      fc.property(payloads, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (frames, cuts) => {
        const stream = Buffer.concat(frames.map(framed));
        const assembler = new FrameAssembler(100);
        const out: Buffer[] = [];
        for (let from = 0, turn = 0; from < stream.length; turn++) {
          const size = cuts[turn % cuts.length] ?? 1;
          out.push(...assembler.push(stream.subarray(from, from + size)));
          from += size;
        }
        expect(out.map((each) => [...each])).toEqual(frames.map((each) => [...each]));
      }),
    );
  });

  it.each([101, -1, 0x7fffffff])('given a length of %d, when it arrives, then the request is malformed', (length) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(length);
    expect(() => new FrameAssembler(100).push(bytes)).toThrow(MalformedRequest);
  });
});
