import { type Socket } from 'node:net';
import { FrameAssembler } from './frame-assembler.js';
import { type Router } from './router.js';

/** The largest request in bytes: what Apache Kafka allows by default (`socket.request.max.bytes`). */
export const largestRequest = 100 * 1024 * 1024;
/** Above so many unanswered bytes or requests a client is not read from any further. */
const mostQueuedBytes = 8 * 1024 * 1024;
const mostQueuedRequests = 64;

/** One client: its requests are answered strictly in the order they came, as Kafka does. */
export class Connection {
  private readonly frames = new FrameAssembler(largestRequest);
  private readonly queue: Buffer[] = [];
  private readonly gone = new AbortController();
  private queuedBytes = 0;
  private busy = false;

  constructor(
    private readonly socket: Socket,
    private readonly router: Router,
    private readonly log: (line: string) => void,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.gone.abort());
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    try {
      for (const frame of this.frames.push(chunk)) this.enqueue(frame);
    } catch (error) {
      this.drop(error);
    }
  }

  private enqueue(frame: Buffer): void {
    this.queue.push(frame);
    this.queuedBytes += frame.length;
    if (this.queuedBytes > mostQueuedBytes || this.queue.length > mostQueuedRequests) this.socket.pause();
    if (!this.busy) void this.work();
  }

  private async work(): Promise<void> {
    this.busy = true;
    try {
      for (let frame = this.next(); frame && !this.gone.signal.aborted; frame = this.next()) {
        await this.send(await this.router.answer(frame, this.client()));
      }
    } catch (error) {
      this.drop(error);
    } finally {
      this.busy = false;
    }
  }

  private next(): Buffer | undefined {
    const frame = this.queue.shift();
    this.queuedBytes -= frame?.length ?? 0;
    const room = this.queuedBytes <= mostQueuedBytes / 2 && this.queue.length <= mostQueuedRequests / 2;
    if (this.socket.isPaused() && room) this.socket.resume();
    return frame;
  }

  /** Waits while the client does not read: nothing is produced for it that it does not take. */
  private async send(response: Buffer[]): Promise<void> {
    if (response.length === 0 || this.gone.signal.aborted) return;
    this.socket.cork();
    const flowing = response.map((part) => this.socket.write(part)).every(Boolean);
    this.socket.uncork();
    if (!flowing) await this.drained();
  }

  private drained(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.socket.writableNeedDrain || this.gone.signal.aborted) return resolve();
      const done = () => {
        this.socket.off('drain', done);
        this.gone.signal.removeEventListener('abort', done);
        resolve();
      };
      this.socket.on('drain', done);
      this.gone.signal.addEventListener('abort', done);
    });
  }

  private client() {
    return { host: this.socket.remoteAddress ?? '', localHost: this.socket.localAddress ?? '', gone: this.gone.signal };
  }

  /** Closes this connection alone. The name of the error says enough; a message might quote what the client sent. */
  private drop(error: unknown): void {
    this.log(`connection closed: ${error instanceof Error ? error.name : 'unknown failure'}`);
    this.socket.destroy();
  }
}
