import { readFileSync } from 'node:fs';

import { Ajv } from 'ajv';

import { allEvents, topics } from '#libs/contracts';

import { asyncapiPage } from '../../tools/docs/asyncapi-page.js';

interface Document {
  readonly channels: Readonly<Record<string, { address: string; messages: Record<string, { $ref: string }> }>>;
  readonly components: {
    readonly messages: Readonly<Record<string, { name: string; payload: object; examples: { payload: unknown }[] }>>;
  };
  readonly operations: Readonly<Record<string, { action: string; channel: { $ref: string } }>>;
}

const document = JSON.parse(asyncapiPage()) as Document;
const standard = JSON.parse(
  readFileSync('node_modules/@asyncapi/specs/schemas/3.0.0-without-$id.json', 'utf8'),
) as object;
const ajv = new Ajv({ strict: false, validateFormats: false });
const isAsyncApi = ajv.compile(standard);

describe('the AsyncAPI page', () => {
  it('is a document of AsyncAPI 3.0, by the standard’s own schema', () => {
    isAsyncApi(document);
    expect(isAsyncApi.errors).toBeNull();
  });

  it('given a document that breaks the standard, then the check says so', () => {
    const [name, channel] = Object.entries(document.channels)[0]!;
    expect(isAsyncApi({ ...document, channels: { [name]: { ...channel, address: 7 } } })).toBe(false);
    expect(isAsyncApi({ ...document, operations: { wrong: { action: 'read' } } })).toBe(false);
  });

  it('has every topic and every event, and each event on a channel', () => {
    const addresses = Object.values(document.channels).map(({ address }) => address);
    expect(addresses.sort()).toEqual([...topics.map(({ name }) => name), 'published.{channel}.v1'].sort());
    const carried = Object.values(document.channels).flatMap(({ messages }) => Object.values(messages));
    expect(new Set(carried.map(({ $ref }) => $ref))).toEqual(
      new Set(Object.keys(document.components.messages).map((name) => `#/components/messages/${name}`)),
    );
    expect(carried).toHaveLength(allEvents.length);
  });

  it('says of every operation a channel that is there', () => {
    const channels = new Set(Object.keys(document.channels).map((name) => `#/channels/${name}`));
    const writers = Object.values(document.operations);
    expect(writers.filter(({ channel }) => !channels.has(channel.$ref))).toEqual([]);
    expect(Object.keys(document.operations)).toContain('delivery_send_published_channel_v1');
    expect(Object.keys(document.operations)).not.toContain('generation_send_answers_approved_v1');
  });

  it.each(Object.values(document.components.messages))('shows an example of $name that fits its schema', (message) => {
    const fits = new Ajv({ strict: false, validateFormats: false }).compile(message.payload);
    for (const { payload } of message.examples) expect([fits(payload), fits.errors]).toEqual([true, null]);
    expect(fits({})).toBe(false);
  });
});
