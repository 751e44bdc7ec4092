import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually, tempDir, type TempDir } from '#libs/testkit';
import { startEmbeddedBroker, type EmbeddedBroker } from './index.js';

jest.setTimeout(30_000);

describe('frames that no client should send', () => {
  let folder: TempDir;
  let broker: EmbeddedBroker;
  const lines: string[] = [];

  beforeAll(async () => {
    folder = await tempDir('embedded-kafka-');
    broker = await startEmbeddedBroker({ dataDir: folder.path, port: 0, log: (line) => lines.push(line) });
  });

  afterAll(async () => {
    await broker.close();
    await folder.remove();
  });

  async function dial(): Promise<Socket> {
    const socket = connect(broker.port, broker.host);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }

  function request(key: number, version: number, body: Buffer = Buffer.alloc(0)): Buffer {
    const header = Buffer.alloc(14);
    header.writeInt32BE(10 + body.length, 0);
    header.writeInt16BE(key, 4);
    header.writeInt16BE(version, 6);
    header.writeInt32BE(7, 8);
    header.writeInt16BE(-1, 12);
    return Buffer.concat([header, body]);
  }

  async function answerTo(socket: Socket, bytes: Buffer): Promise<Buffer> {
    socket.write(bytes);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer;
  }

  const int32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };

  it.each([
    ['a frame above 100 MiB', int32(101 * 1024 * 1024)],
    ['a negative length', int32(-5)],
    ['a frame without a header', int32(0)],
    ['an unknown API', request(999, 0)],
    ['an unknown version', request(3, 99)],
    ['an array longer than its frame', request(3, 1, int32(0x7fffffff))],
    ['a string that ends behind its frame', request(10, 0, Buffer.from([0x7f, 0xff, 0x61]))],
    ['a body that is missing', request(11, 5)],
  ])('given %s, when it arrives, then that connection alone is closed', async (_, bytes) => {
    const [bystander, hostile] = [await dial(), await dial()];
    const closed = once(hostile, 'close');
    hostile.write(bytes);
    await closed;
    expect((await answerTo(bystander, request(18, 0))).readInt16BE(8)).toBe(0);
    bystander.destroy();
  });

  it('given noise on many connections, when it is over, then the broker still answers', async () => {
    const noise = Array.from({ length: 50 }, (_, at) =>
      Buffer.from(Array.from({ length: 200 }, (__, i) => (at * 31 + i * 7) & 0xff)),
    );
    for (const bytes of noise) {
      const socket = await dial();
      socket.end(bytes);
    }
    const socket = await dial();
    expect((await answerTo(socket, request(18, 2))).readInt16BE(8)).toBe(0);
    socket.destroy();
  });

  it('given ApiVersions of a version to come, when it is asked, then the oldest format says error 35', async () => {
    const socket = await dial();
    const answer = await answerTo(socket, request(18, 9));
    expect(answer.readInt16BE(8)).toBe(35);
    expect(answer.readInt32BE(10)).toBeGreaterThan(20);
    socket.destroy();
  });

  it('given a request cut into single bytes, when the last one arrives, then it is answered', async () => {
    const socket = await dial();
    const bytes = request(18, 0);
    for (const byte of bytes.subarray(0, -1)) socket.write(Buffer.from([byte]));
    expect((await answerTo(socket, bytes.subarray(-1))).readInt32BE(4)).toBe(7);
    socket.destroy();
  });

  it('given a dropped connection, when it is logged, then the line names the kind and quotes nothing', async () => {
    const socket = await dial();
    const before = lines.length;
    socket.write(request(3, 1, Buffer.concat([int32(9), Buffer.from('secret words')])));
    await eventually(() => expect(lines.length).toBeGreaterThan(before));
    expect(lines.slice(before).join()).toBe('connection closed: MalformedRequest');
  });
});
