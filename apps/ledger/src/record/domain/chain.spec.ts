import fc from 'fast-check';

import { append, type ChainName, type Entry, genesis, type Link, verify } from './chain.js';

const chain: ChainName = { cluster: 'cluster-1', topic: 'questions.asked.v1', partition: 3 };

const entry = (offset: string, more: Partial<Entry> = {}): Entry => ({
  offset,
  timestamp: '1764500000000',
  recordedAt: 1764500000100,
  type: 'questions.asked.v1',
  code: 'event.schema',
  eventId: '3-7',
  namespace: 'default',
  interactionId: 'question-1',
  facts: { questionDigest: `sha256:${'a'.repeat(64)}`, entities: 2 },
  dataKeyId: '00000000-0000-4000-8000-000000000001',
  nonce: Buffer.alloc(12, 7),
  ciphertext: Buffer.from('ciphertext'),
  ...more,
});

const hex = (hash: Buffer | undefined) => hash?.toString('hex');
const three = () => append(chain, genesis(chain), [entry('7'), entry('8', { code: null }), entry('12')]);

describe('the chain', () => {
  it('given fixed links, then it has the hashes of the vectors, which another program computed', () => {
    expect(hex(genesis(chain).hash)).toBe('39efa97717fc686d38d8aed83141dd1f73229ec5aabd8a1dcb096822c5e0a522');
    expect(three().map(({ hash }) => hex(hash))).toEqual([
      '2dca51e5993950d719c9daec75e0888927be4e488bf281e8e25b703ddda9a19d',
      '16e86b2a26007a57e2348465857c2c25419f30167d1d341dd96b9b8bd0bc6455',
      '4a5e9d28c560ace704b88d464265aeb20216635e2b1826124589af3fac9eab38',
    ]);
  });

  it('given links in pieces, then they are the links of one piece', () => {
    const [first, ...rest] = [entry('7'), entry('8', { code: null }), entry('12')];
    const piece = append(chain, genesis(chain), [first]);
    expect([...piece, ...append(chain, piece[0]!, rest)]).toEqual(three());
  });

  it('given untouched links, then verifying ends at the last of them', () => {
    const links = three();
    const { seq, offset, hash } = links[2]!;
    expect(verify(chain, genesis(chain), links)).toEqual({ ok: true, value: { seq, offset, hash } });
  });

  it.each([
    ['another topic', { ...chain, topic: 'answers.drafted.v1' }],
    ['another partition', { ...chain, partition: 4 }],
    ['another cluster', { ...chain, cluster: 'cluster-2' }],
  ])('given the links under %s, then the first breaks', (_name, other) => {
    expect(verify(other, genesis(other), three())).toEqual({ ok: false, failure: { code: 'record.altered', seq: 1 } });
  });

  it('given a link left out or two exchanged, then the chain has a gap', () => {
    const [a, b, c] = three() as [Link, Link, Link];
    expect(verify(chain, genesis(chain), [a, c])).toEqual({ ok: false, failure: { code: 'record.gap', seq: 2 } });
    expect(verify(chain, genesis(chain), [b, a, c])).toEqual({ ok: false, failure: { code: 'record.gap', seq: 1 } });
  });

  it('given an offset at or below the head, when it is appended, then that is a bug', () => {
    const links = three();
    expect(() => append(chain, links[2]!, [entry('12')])).toThrow('offset 12');
    expect(() => append(chain, genesis(chain), [entry('8'), entry('7')])).toThrow('offset 7');
  });

  it('given offsets beyond 2^53, then they are told apart', () => {
    const links = append(chain, genesis(chain), [entry('9007199254740992'), entry('9007199254740993')]);
    expect(verify(chain, genesis(chain), links).ok).toBe(true);
  });

  it('given any one member of any link changed, then verifying fails at that link or the one behind it', () => {
    const members: (keyof Link)[] = Object.keys(three()[0]!) as (keyof Link)[];
    fc.assert(
      fc.property(
        fc.nat(2),
        fc.constantFrom(...members),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (at, member, place, flip) => {
          const links = three();
          links[at] = { ...links[at]!, [member]: changed(links[at]![member], place, flip) };
          const verified = verify(chain, genesis(chain), links);
          expect(verified.ok ? 0 : verified.failure.seq).toBe(at + 1);
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** A different value of the same kind; in bytes exactly one byte differs. */
function changed(value: Link[keyof Link], place: number, flip: number): unknown {
  if (Buffer.isBuffer(value)) {
    const bytes = Buffer.from(value);
    const at = place % bytes.length;
    bytes.writeUInt8(bytes.readUInt8(at) ^ flip, at);
    return bytes;
  }
  if (typeof value === 'number') return value + flip;
  if (typeof value === 'string') return /^\d+$/.test(value) ? String(BigInt(value) + BigInt(flip)) : `${value}x`;
  if (value === null) return 'something';
  return { ...value, entities: flip + 2 };
}
