import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

import { type CallOwner, ownerCalls } from './owner-calls.js';

describe('the call of a dead letter’s service', () => {
  let server: Server;
  let asked: string[];
  let answer: { status: number; body: string };
  let call: CallOwner;

  beforeAll(async () => {
    server = createServer(({ method, url, headers }, response) => {
      asked.push(`${method} ${url} ${headers.authorization}`);
      response.writeHead(answer.status, { 'content-type': 'application/json', location: '/elsewhere' });
      response.end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    call = ownerCalls({ generation: url, validation: 'http://127.0.0.1:1' });
  });
  beforeEach(() => (asked = []));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const place = { partition: 3, offset: '17' };
  const respond = (status: number, body: unknown) =>
    (answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) });

  it('given its answer, then that is the answer, asked for in the operator’s name', async () => {
    respond(200, { result: 'dead_letter', code: 'event.schema' });
    expect(await call('generation', place, 'Bearer t')).toEqual({ result: 'dead_letter', code: 'event.schema' });
    expect(asked).toEqual(['POST /v1/admin/dead-letters/3/17/replay Bearer t']);
  });

  it.each([
    ['a problem of ours', 404, { code: 'replay.no_dead_letter' }, 404, 'replay.no_dead_letter'],
    ['a refused token', 403, { code: 'http.forbidden' }, 403, 'http.forbidden'],
    ['a failure', 500, { code: 'http.internal' }, 503, 'replay.owner_away'],
    ['a problem of somebody else', 404, { code: 'toString' }, 503, 'replay.owner_away'],
    ['no JSON', 200, '<html>', 503, 'replay.owner_away'],
    ['another answer', 200, { result: 'perhaps' }, 503, 'replay.owner_away'],
    ['no object', 200, 'null', 503, 'replay.owner_away'],
    ['a way elsewhere', 307, '{}', 503, 'replay.owner_away'],
  ])('given %s, then %s %j becomes %i %s', async (_name, given, body, status, code) => {
    respond(given, body);
    await expect(call('generation', place, 'Bearer t')).rejects.toMatchObject({ status, code });
    expect(asked).toHaveLength(1);
  });

  it('given a service that does not answer, or that takes nothing again, then it says so', async () => {
    await expect(call('validation', place, '')).rejects.toMatchObject({ status: 503, code: 'replay.owner_away' });
    await expect(call('jury', place, '')).rejects.toMatchObject({ status: 409, code: 'replay.no_reader' });
  });
});
