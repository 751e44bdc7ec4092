import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

import { Body, Controller, type DynamicModule, Get, Module, Param, Post, Res } from '@nestjs/common';
import { IsInt } from 'class-validator';
import { type Response } from 'express';
import { QueryFailedError } from 'typeorm';

import { type ApiToken } from '#libs/contracts';
import { type EventFlow, OutageError } from '#libs/event-flow';
import { eventually, freePort } from '#libs/testkit';

import { type FollowedConfiguration } from '../configuration/configuration-source.js';
import { fixedConfiguration } from '../configuration/fixed-configuration-in-spec.js';
import { JsonBody } from '../http/json-body.js';
import { type RunningService, type ServiceComposition, type ServiceDefinition } from '../service.js';
import { ServiceSettings } from '../settings.js';
import { StartError } from '../start-error.js';
import { ApiTokenModule, CurrentToken, RequireScope, RequireToken } from '../tokens/api-token.module.js';
import { newToken } from '../tokens/new-token.js';
import { runService } from './run-service.js';

const secret = 'CANARY';

class Order {
  @IsInt()
  pieces!: number;
}

@Controller('v1')
class DeskController {
  @Post('echo')
  @JsonBody(64)
  echo(@Body() body: unknown) {
    return { body };
  }

  @Post('orders')
  @JsonBody(64)
  order(@Body() body: Order) {
    return body;
  }

  @Get('broken/:word')
  broken(@Param('word') word: string) {
    throw new Error(`no ${word}`);
  }

  @Get('stream')
  stream(@Res() response: Response) {
    response.type('text/event-stream').write(': open\n\n');
  }

  @Get('mine')
  @RequireScope('read')
  mine(@CurrentToken() token: ApiToken) {
    return { principal: token.principal.id };
  }

  @Post('notes')
  @RequireScope('read')
  @JsonBody(64)
  note(@Body() body: unknown) {
    return { body };
  }

  @Get('anyone')
  @RequireToken()
  anyone(@CurrentToken() token: ApiToken) {
    return { principal: token.principal.id };
  }

  @Get('away')
  away() {
    throw new QueryFailedError('select 1', [secret], Object.assign(new Error(secret), { code: 'ECONNREFUSED' }));
  }

  @Get('desk')
  @RequireScope('operate')
  desk() {
    return {};
  }
}

@Module({})
class DeskModule {}

let source: FollowedConfiguration;
const { token, tokenDigest } = newToken();
const expired = newToken();
const apiToken: ApiToken = {
  tokenDigest,
  principal: { kind: 'human', id: 'ada' },
  namespace: 'default',
  channels: ['web'],
  scopes: ['read'],
  expiresAt: '2999-01-01T00:00:00Z',
};
const configuration = {
  revision: 3,
  profiles: [{ id: 'extractive', adapter: 'extractive', enabled: true }],
  policies: [
    { id: 'all', namespace: null, channel: null, profile: 'extractive', allowUnprobed: [], reviewWithinMs: 86_400_000 },
  ],
  channels: [{ id: 'web', namespaces: 'every' }],
  apiTokens: [apiToken, { ...apiToken, tokenDigest: expired.tokenDigest, expiresAt: '2000-01-01T00:00:00Z' }],
};

let lines: string[];
let steps: string[];
let started: RunningService[];
const step = (name: string) => async () => void steps.push(name);

const flow: EventFlow = {
  transactions: { run: () => Promise.reject(new Error('no transactions here')) },
  start: step('flow starts'),
  stop: step('flow stops'),
  readiness: () => ({ ready: true, reasons: [] }),
  openChannels: () => ['web'],
  lag: () => Promise.resolve(0),
  replay: () => Promise.resolve({ kind: 'noDeadLetter' }),
};
const worker = {
  name: 'sweep',
  start: step('worker starts'),
  stop: step('worker stops'),
  readiness: () => ({ ready: true, reasons: [] }),
};

function definition(parts: Partial<ServiceComposition> = {}): ServiceDefinition<ServiceSettings> {
  return {
    service: 'delivery',
    settings: ServiceSettings,
    compose: async (_settings, host) => ({
      module: {
        module: DeskModule,
        controllers: [DeskController],
        imports: [ApiTokenModule.of({ configuration: () => host.configuration.current(), requestsPerMinute: 5 })],
      },
      flow: null,
      workers: [],
      release: [step('pool is released')],
      ...parts,
    }),
  };
}

async function run(parts: Partial<ServiceComposition> = {}, more: Record<string, string> = {}, signal?: AbortSignal) {
  const environment = { LOG_LEVEL: 'debug', ...more };
  const options = {
    logTo: { write: (line: string) => void lines.push(line) },
    follow: () => source,
    ...(signal ? { signal } : {}),
  };
  const running = await runService(definition(parts), environment, options);
  started.push(running);
  return running;
}

const post = (url: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
const unread: Partial<FollowedConfiguration> = {
  inForce: () => null,
  current: () => {
    throw new OutageError('config.reading');
  },
  reached: (_revision, signal) => once(signal, 'abort').then(() => signal.throwIfAborted()),
  readiness: () => ({ ready: false, reasons: ['config.reading'] }),
};
const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } });

async function expectProblem(response: globalThis.Response, status: number, code: string, pointer?: string) {
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const body = (await response.json()) as Record<string, unknown>;
  expect(body).toMatchObject({ type: `urn:imprimatur:problem:${code}`, status, code });
  expect(body['pointer']).toBe(pointer);
  expect([response.status, JSON.stringify(body).includes(secret)]).toEqual([status, false]);
}

beforeEach(() => {
  [lines, steps, started] = [[], [], []];
  source = fixedConfiguration(configuration);
});
afterEach(async () => {
  await Promise.all(started.map((service) => service.close()));
  expect(lines.join('')).not.toContain(secret);
});

describe('a running service', () => {
  it('given its parts, when it runs and closes, then each starts and leaves in order', async () => {
    const service = await run({ flow, workers: [worker] });
    await service.close();
    await service.close();
    expect(steps).toEqual(['flow starts', 'worker starts', 'worker stops', 'flow stops', 'pool is released']);
    await expect(fetch(`${service.url}/health/live`)).rejects.toThrow();
  });

  it('given a part that fails to stop, then the others leave and the pool is released', async () => {
    const service = await run({ flow, workers: [{ ...worker, stop: () => Promise.reject(new Error(secret)) }] });
    await service.close();
    expect(steps).toEqual(['flow starts', 'worker starts', 'flow stops', 'pool is released']);
    expect(lines.join('')).toContain('a part did not stop in good order');
  });

  it('given a flow that fails to stop, then the pool is released all the same', async () => {
    const service = await run({ flow: { ...flow, stop: () => Promise.reject(new Error(secret)) } });
    started.pop();
    await expect(service.close()).rejects.toThrow();
    expect(steps).toContain('pool is released');
  });

  it('serves health, build and metrics', async () => {
    const { url } = await run();
    const get = async (path: string) => (await fetch(url + path)).json();
    expect(await get('/health/live')).toEqual({ live: true });
    expect(await get('/health/ready')).toEqual({ ready: true, reasons: [], configRevision: 3 });
    expect(await get('/health/build')).toEqual({
      service: 'delivery',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      commit: null,
      node: process.versions.node,
    });
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; ?version=0\.0\.4/);
    expect(await metrics.text()).toContain('process_cpu_user_seconds_total');
  });

  it('given a part that is not ready, then 503 with its reasons', async () => {
    const { url } = await run({
      workers: [{ ...worker, readiness: () => ({ ready: false, reasons: ['contents.failing'] }) }],
    });
    const response = await fetch(`${url}/health/ready`);
    expect([response.status, await response.json()]).toEqual([
      503,
      { ready: false, reasons: ['contents.failing'], configRevision: 3 },
    ]);
  });

  it('given an open stream, when the service closes, then it does not wait for it', async () => {
    const service = await run();
    const response = await fetch(`${service.url}/v1/stream`);
    const ended = response.text().catch(() => 'cut');
    await service.close();
    expect(await ended).toBe('cut');
  });
});

describe('a start that fails', () => {
  it('given a taken port, then one sentence, nothing started, the pool released', async () => {
    const holder: Server = createServer().listen(0, '127.0.0.1');
    await eventually(() => expect(holder.listening).toBe(true));
    const { port } = holder.address() as AddressInfo;
    const start = run({ flow, workers: [worker] }, { HTTP_PORT: String(port) });
    await expect(start).rejects.toThrow(
      new StartError(
        `Port ${port} of 127.0.0.1 is taken by another process: set HTTP_PORT to a free one, or 0 for any.`,
      ),
    );
    expect(steps.filter((name) => name.endsWith('starts'))).toEqual([]);
    expect(steps).toContain('pool is released');
    holder.close();
  });

  it('given a module that cannot be built, then the pool is released', async () => {
    const broken: DynamicModule = {
      module: DeskModule,
      providers: [{ provide: 'part', useFactory: () => Promise.reject(new StartError('no part')) }],
    };
    await expect(run({ module: broken })).rejects.toThrow('no part');
    expect(steps).toEqual(['pool is released']);
  });

  it('given a flow that cannot start, then the start fails instead of hanging', async () => {
    const start = run({ flow: { ...flow, start: () => Promise.reject(new StartError('no topics')) } });
    await expect(start).rejects.toThrow('no topics');
    expect(steps).toEqual(['flow stops', 'pool is released']);
  });

  it('given a broker that is away, then health answers, and the start can be given up', async () => {
    const abort = new AbortController();
    const port = await freePort();
    const waiting = { ...flow, start: () => new Promise<void>(() => undefined) };
    const start = run({ flow: waiting, workers: [worker] }, { HTTP_PORT: String(port) }, abort.signal);
    const ready = await eventually(() => fetch(`http://127.0.0.1:${port}/health/ready`));
    expect([ready.status, await ready.json()]).toMatchObject([503, { ready: false, reasons: ['starting'] }]);
    abort.abort();
    await expect(start).rejects.toThrow('stopped before it had started');
    expect(steps).toEqual(['flow stops', 'pool is released']);
  });

  it('given a configuration that was not read yet, then health says so, nothing else starts, and no token is known', async () => {
    source = { ...source, ...unread };
    const abort = new AbortController();
    const port = await freePort();
    const start = run({ flow, workers: [worker] }, { HTTP_PORT: String(port) }, abort.signal);
    const url = `http://127.0.0.1:${port}`;
    const ready = await eventually(() => fetch(`${url}/health/ready`));
    const reasons = ['starting', 'config.reading'];
    expect([ready.status, await ready.json()]).toEqual([503, { ready: false, reasons, configRevision: null }]);
    await expectProblem(await fetch(`${url}/v1/mine`, bearer(token)), 503, 'http.unavailable');
    abort.abort();
    await expect(start).rejects.toThrow('stopped before it had started');
    expect(steps).toEqual(['pool is released']);
  });

  it("given a preparation, then it comes before the configuration is waited for, and its failure is the start's", async () => {
    const start = run({ flow, prepare: () => Promise.reject(new StartError('no file')) });
    await expect(start).rejects.toThrow('no file');
    expect(steps.filter((name) => name.endsWith('starts'))).toEqual([]);
  });
});

describe('an HTTP error', () => {
  it.each([
    ['broken JSON', `{"a": ${secret}`, 'application/json', 400, 'http.not_json'],
    ['no body', '', 'application/json', 400, 'http.not_json'],
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'application/json', 400, 'http.not_json'],
    ['another content type', secret, 'text/plain', 415, 'http.content_type'],
    ['another character set', '{}', 'application/json; charset=latin1', 415, 'http.content_type'],
    ['a body above the limit', JSON.stringify(secret.repeat(20)), 'application/json', 413, 'http.too_large'],
  ])('given %s, then its code', async (_name, body, type, status, code) => {
    const { url } = await run();
    await expectProblem(await post(`${url}/v1/echo`, body, type), status, code);
  });

  it('given a right body, with a character set too, then it is read', async () => {
    const { url } = await run();
    const response = await post(`${url}/v1/echo`, '{"a":"é"}', 'application/json; charset=UTF-8');
    expect([response.status, await response.json()]).toEqual([201, { body: { a: 'é' } }]);
  });

  it('given a body that breaks its class, then a pointer to a declared member alone', async () => {
    const { url } = await run();
    await expectProblem(await post(`${url}/v1/orders`, '{"pieces":"x"}'), 400, 'http.invalid', '/pieces');
    await expectProblem(await post(`${url}/v1/orders`, `{"pieces":1,"${secret}":1}`), 400, 'http.invalid');
  });

  it('given a method without a body on a route that reads one, then there is no such route', async () => {
    const { url } = await run();
    await expectProblem(await fetch(`${url}/v1/echo`), 404, 'http.not_found');
  });

  it('given an unknown route, or a path that cannot be decoded, then nothing of it is repeated', async () => {
    const { url } = await run();
    await expectProblem(await fetch(`${url}/${secret}?q=${secret}`), 404, 'http.not_found');
    await expectProblem(await fetch(`${url}/v1/broken/%${secret}`), 400, 'http.invalid');
  });

  it('given a bug, then 500, and neither answer nor log holds its message', async () => {
    const { url } = await run();
    await expectProblem(await fetch(`${url}/v1/broken/${secret}`), 500, 'http.internal');
    expect(lines.some((line) => line.includes('"a request failed"') && line.includes('"error":"Error"'))).toBe(true);
  });

  it('given a database that is away, then 503, when to come again, and not a word of it', async () => {
    const { url } = await run();
    const response = await fetch(`${url}/v1/away`);
    expect(response.headers.get('retry-after')).toBe('5');
    await expectProblem(response, 503, 'http.unavailable');
  });

  it('when a request is logged, then by its route, without what was sent', async () => {
    const { url } = await run();
    await fetch(`${url}/v1/broken/${secret}?q=${secret}`, { headers: { 'x-note': secret } });
    await eventually(() => expect(lines.join('')).toContain('"route":"/v1/broken/:word"'));
  });
});

describe('a bearer token', () => {
  it('given a valid one with the scope, then the route knows it', async () => {
    const { url } = await run();
    expect(await (await fetch(`${url}/v1/mine`, bearer(token))).json()).toEqual({ principal: 'ada' });
  });

  it('given none, an unknown one or an expired one, then 401', async () => {
    const { url } = await run();
    for (const init of [{}, bearer(newToken().token), bearer(expired.token)]) {
      const response = await fetch(`${url}/v1/mine`, init);
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="imprimatur"');
      await expectProblem(response, 401, 'http.unauthorised');
    }
  });

  it('given none or one above its rate, then the body is not read', async () => {
    const { url } = await run();
    const note = (authorization: string, body: string) =>
      fetch(`${url}/v1/notes`, {
        method: 'POST',
        body,
        headers: { authorization, 'content-type': 'application/json' },
      });
    await expectProblem(await note('none', secret.repeat(100)), 401, 'http.unauthorised');
    for (let sent = 0; sent < 5; sent += 1) {
      await expectProblem(await note(`Bearer ${token}`, secret), 400, 'http.not_json');
    }
    await expectProblem(await note(`Bearer ${token}`, secret), 429, 'http.rate_limited');
  });

  it('given a route that decides by the principal, then any valid one is let in, and no other', async () => {
    const { url } = await run();
    expect(await (await fetch(`${url}/v1/anyone`, bearer(token))).json()).toEqual({ principal: 'ada' });
    await expectProblem(await fetch(`${url}/v1/anyone`, bearer(expired.token)), 401, 'http.unauthorised');
  });

  it('given one without the scope, then 403', async () => {
    const { url } = await run();
    await expectProblem(await fetch(`${url}/v1/desk`, bearer(token)), 403, 'http.forbidden');
  });

  it('given more requests than its limit, then 429 with the seconds to wait', async () => {
    const { url } = await run();
    const ask = () => fetch(`${url}/v1/mine`, bearer(token));
    const first = await Promise.all([ask(), ask(), ask(), ask(), ask()]);
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const refused = await ask();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectProblem(refused, 429, 'http.rate_limited');
  });
});
