import { EventEmitter } from 'node:events';

import { type Response } from 'express';

import { EventStream } from './event-stream.js';

/** What a stream uses of a response, recorded. */
class Wire extends EventEmitter {
  destroyed = false;
  ended = false;
  readonly written: string[] = [];
  writeHead(): void {}
  flushHeaders(): void {}
  write(text: string): void {
    if (this.ended) throw new Error('write after end');
    this.written.push(text);
  }
  end(): void {
    this.ended = true;
  }
}

const open = (wire: Wire) => new EventStream(wire as unknown as Response, undefined);

describe('an event stream', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('given silence, then a comment line is sent every 15 s', () => {
    const wire = new Wire();
    const stream = open(wire);
    stream.show({ kind: 'waiting' });
    expect(wire.written).toEqual([]);
    jest.advanceTimersByTime(45_000);
    expect(wire.written).toHaveLength(3);
    expect(wire.written.every((line) => line.startsWith(':') && line.endsWith('\n\n'))).toBe(true);
    stream.end();
  });

  it('given a deferral twice and then the failure, then each is said once and the stream ends', () => {
    const wire = new Wire();
    const stream = open(wire);
    stream.show({ kind: 'deferred', data: '{}' });
    stream.show({ kind: 'deferred', data: '{}' });
    expect(wire.ended).toBe(false);
    stream.show({ kind: 'failed', data: '{}' });
    expect(wire.written.join('').match(/event: \w+/g)).toEqual(['event: deferred', 'event: failed']);
    expect(wire.ended).toBe(true);
  });

  it.each<[string, (wire: Wire, stream: EventStream) => void]>([
    ['the client leaves', (wire) => wire.emit('close')],
    ['the outcome was said', (_wire, stream) => stream.show({ kind: 'failed', data: '{}' })],
  ])('given that %s, then nothing is written any more and no timer is held', (_name, finish) => {
    const wire = new Wire();
    const stream = open(wire);
    let ends = 0;
    stream.onEnd(() => (ends += 1));
    finish(wire, stream);
    const written = wire.written.length;
    wire.emit('close');
    stream.show({ kind: 'completed', text: 'late', data: '{}' });
    jest.advanceTimersByTime(60_000);
    expect(wire.written).toHaveLength(written);
    expect(jest.getTimerCount()).toBe(0);
    expect(ends).toBe(1);
  });

  it('given a client that left before the stream began, then it is over at once', () => {
    const wire = new Wire();
    wire.destroyed = true;
    let ends = 0;
    open(wire).onEnd(() => (ends += 1));
    expect(ends).toBe(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
