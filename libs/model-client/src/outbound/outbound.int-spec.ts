import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

import { HostRefused, outboundTo, type Outbound, type Resolve } from './outbound.js';

/** Answers each question for a name with the next of the given lists. */
function resolver(...answers: string[][]): Resolve {
  const resolve = (_name: string, _options: object, callback: (error: null, found: object[]) => void): void => {
    const addresses = answers.length > 1 ? answers.shift() : answers[0];
    callback(
      null,
      (addresses ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return resolve as unknown as Resolve;
}

describe('the way out', () => {
  let server: Server;
  let requests: number;
  let way: Outbound;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      requests += 1;
      response.end('reached');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => (requests = 0));
  afterEach(() => way.close());
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const port = () => (server.address() as AddressInfo).port;
  const call = (url: string) => way.fetch(new URL(url), {}).then((response) => response.text());
  const causeOf = (error: unknown) => (error instanceof Error && error.cause !== undefined ? error.cause : error);
  const refusal = (url: string) => call(url).catch(causeOf);

  it('given loopback is let in, then this machine is reached by address and by name', async () => {
    way = outboundTo({ hosts: [], loopback: true });
    expect(await call(`http://127.0.0.1:${port()}`)).toBe('reached');
    expect(await call(`http://localhost:${port()}`)).toBe('reached');
  });

  it('given loopback is not let in, then nothing is sent', async () => {
    way = outboundTo({ hosts: [], loopback: false });
    expect(way.lets(new URL(`https://127.0.0.1:${port()}`))).toBe(false);
    expect(await refusal(`http://127.0.0.1:${port()}`)).toBeInstanceOf(HostRefused);
    expect(requests).toBe(0);
  });

  it.each([
    ['this machine', ['127.0.0.1']],
    ['a private network', ['10.0.0.1']],
    ['metadata', ['169.254.169.254']],
    ['this machine in disguise', ['::ffff:127.0.0.1']],
    ['a public address and this machine', ['93.184.215.14', '127.0.0.1']],
    ['nothing', []],
  ])('given a public name that resolves to %s, then it is refused at the connection', async (_where, addresses) => {
    way = outboundTo({ hosts: [`http://*.example:${port()}`], loopback: true }, resolver(addresses));
    const url = `http://api.example:${port()}`;
    expect(way.lets(new URL(url))).toBe(true);
    expect(await refusal(url)).toBeInstanceOf(HostRefused);
    expect(requests).toBe(0);
  });

  it('given a name that is named whole, then a private address is tried and this machine is not', async () => {
    way = outboundTo({ hosts: [`http://models.example:${port()}`], loopback: true }, resolver(['127.0.0.1']));
    expect(await refusal(`http://models.example:${port()}`)).toBeInstanceOf(HostRefused);
    expect(requests).toBe(0);
  });

  it('given a name that changes its answer, then each connection goes where its own answer was checked', async () => {
    way = outboundTo({ hosts: [], loopback: true }, resolver(['127.0.0.1'], ['10.0.0.1']));
    expect(await call(`http://localhost:${port()}`)).toBe('reached');
    await way.close();
    way = outboundTo({ hosts: [], loopback: true }, resolver(['10.0.0.1'], ['127.0.0.1']));
    expect(await refusal(`http://localhost:${port()}`)).toBeInstanceOf(HostRefused);
    expect(requests).toBe(1);
  });
});
