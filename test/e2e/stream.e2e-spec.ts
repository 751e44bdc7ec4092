import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { createParser, type EventSourceMessage } from 'eventsource-parser';

import { type PublishedAnswer } from '#libs/contracts';
import { freePort } from '#libs/testkit';

import { type StackProcess } from '../../tools/stack/child-process.js';
import { startService, untilServiceIsReady } from '../../tools/stack/service-process.js';
import { type House, startHouse } from './house.js';

const question = JSON.parse(readFileSync('examples/question.json', 'utf8')) as Record<string, unknown>;
const longText = `Zeichen für Zeichen: ${'kéž 漢字 👩‍👩‍👧 '.repeat(60)}`;

describe('a stream cut in mid-answer', () => {
  let house: House;
  let second: { process: StackProcess; url: string };

  beforeAll(async () => {
    house = await startHouse();
    second = await secondDelivery(house);
  }, 90_000);
  afterAll(async () => {
    await second.process.stop();
    await house.stop();
  }, 60_000);

  it('given a resume at another delivery instance, the joined deltas are the sealed text', async () => {
    const body = {
      ...question,
      interactionId: 'streamed-question',
      context: { fragments: [{ id: 'long', text: longText }] },
    };
    const asked = await house.call('/v1/questions', { method: 'POST', body: JSON.stringify(body) });
    expect(asked.status).toBe(202);

    const first = await read(house.stack.urls.delivery, {}, (events) => deltasIn(events).length === 3);
    const lastId = first.at(-1)?.id ?? '';
    const rest = await read(second.url, { 'last-event-id': lastId }, (events) =>
      events.some(({ event }) => event === 'completed'),
    );

    const completed = JSON.parse(rest.at(-1)!.data) as PublishedAnswer;
    expect(deltasIn(first)).toHaveLength(3);
    expect([...deltasIn(first), ...deltasIn(rest)].join('')).toBe(completed.text);
    expect(completed.text).toContain(longText.trim().slice(0, 100));
    const [published] = await house.clientEvents('streamed-question');
    expect(published?.data).toEqual(completed);
  });

  it('given the last id of a finished stream, says that there is no more, so that a browser does not come again', async () => {
    const whole = await read(second.url, {}, (events) => events.some(({ event }) => event === 'completed'));
    const again = await open(second.url, { 'last-event-id': whole.at(-1)!.id! });
    expect([again.status, await again.text()]).toEqual([204, '']);
  });

  const open = (url: string, headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(`${url}/v1/interactions/streamed-question/events`, {
      headers: { authorization: `Bearer ${house.stack.files.token}`, ...headers },
      signal: signal ?? null,
    });

  async function read(url: string, headers: Record<string, string>, until: (events: EventSourceMessage[]) => boolean) {
    const abort = new AbortController();
    const response = await open(url, headers, abort.signal);
    expect(response.status).toBe(200);
    const events: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (event) => (until(events) ? undefined : events.push(event)) });
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (until(events)) break;
    }
    abort.abort();
    return events;
  }
});

const deltasIn = (events: readonly EventSourceMessage[]): string[] =>
  events.filter(({ event }) => event === 'content_delta').map(({ data }) => JSON.parse(data) as string);

/** Another process of delivery on the same database, as a second replica would be. */
async function secondDelivery({ stack }: House): Promise<{ process: StackProcess; url: string }> {
  const port = await freePort();
  const logDir = join(stack.files.logDir, 'second');
  await mkdir(logDir, { recursive: true });
  const plan = stack.plan('delivery');
  const process = startService('delivery', { ...plan, port, files: { ...plan.files, logDir } });
  await untilServiceIsReady(process, port);
  return { process, url: `http://127.0.0.1:${port}` };
}
