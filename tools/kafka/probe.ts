import { connect, type Socket } from 'node:net';

export interface Request {
  readonly key: number;
  readonly version: number;
  readonly body: Buffer;
}

const apiVersions = { key: 18, version: 0, body: Buffer.alloc(0) };
/** No topics asked for (-1 would mean all), none to be created. */
const metadata = { key: 3, version: 4, body: Buffer.from([0, 0, 0, 0, 0]) };

/**
 * Whether a Kafka broker on 127.0.0.1 does its work: it answers ApiVersions without an error, and Metadata names at
 * least one broker that is not fenced. A listening port alone says neither. Gives up after `timeoutMs`.
 */
export async function brokerIsReady(port: number, timeoutMs = 2_000): Promise<boolean> {
  const socket = open(port, timeoutMs);
  try {
    const versions = await ask(socket, 1, apiVersions);
    if (versions.readInt16BE(0) !== 0) return false;
    const answer = await ask(socket, 2, metadata);
    return answer.readInt32BE(4) > 0; // after the throttle time: the number of brokers
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** The body of a broker's answer to one request; rejects where none comes within `timeoutMs`. */
export async function roundTrip(port: number, request: Request, timeoutMs = 2_000): Promise<Buffer> {
  const socket = open(port, timeoutMs);
  try {
    return await ask(socket, 1, request);
  } finally {
    socket.destroy();
  }
}

function open(port: number, timeoutMs: number): Socket {
  const socket = connect({ host: '127.0.0.1', port, timeout: timeoutMs });
  socket.once('timeout', () => socket.destroy(new Error('no answer')));
  return socket;
}

/** One request with header v1 and a null client id; resolves with the body after the correlation id. */
async function ask(socket: Socket, correlationId: number, request: Request): Promise<Buffer> {
  const header = Buffer.alloc(14);
  header.writeInt32BE(10 + request.body.length, 0);
  header.writeInt16BE(request.key, 4);
  header.writeInt16BE(request.version, 6);
  header.writeInt32BE(correlationId, 8);
  header.writeInt16BE(-1, 12);
  socket.write(Buffer.concat([header, request.body]));
  const answer = await frame(socket);
  if (answer.readInt32BE(0) !== correlationId) throw new Error('an answer to something else');
  return answer.subarray(4);
}

function frame(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const collect = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 4 || received.length < 4 + received.readInt32BE(0)) return;
      socket.off('data', collect);
      resolve(received.subarray(4));
    };
    socket.on('data', collect);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed before the answer')));
  });
}
