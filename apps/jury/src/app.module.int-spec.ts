import { Writable } from 'node:stream';

import { type Configuration } from '#libs/contracts';
import { type RunningService, runService } from '#libs/service-host';
import { eventually, freePort, seedConfiguration, testBroker, type TestBroker } from '#libs/testkit';

import { jury } from './app.module.js';

const policy = { id: 'p', namespace: null, channel: null, profile: 'e', allowUnprobed: [], reviewWithinMs: 60_000 };
const configuration: Configuration = {
  revision: 3,
  profiles: [{ id: 'e', adapter: 'extractive', enabled: true }],
  policies: [policy],
  channels: [{ id: 'web', namespaces: 'every' }],
  apiTokens: [],
};
const logTo = new Writable({ write: (_chunk, _encoding, done) => done() });

describe('the jury', () => {
  let broker: TestBroker;
  let port: number;
  let starting: Promise<RunningService>;

  beforeEach(async () => {
    broker = await testBroker(['config.changed.v1']);
    port = await freePort();
    const environment = {
      KAFKA_BROKERS: broker.brokers.join(','),
      KAFKA_CREATE_TOPICS: 'true',
      HTTP_PORT: String(port),
    };
    starting = runService(jury, environment, { logTo });
    starting.catch(() => undefined);
  });
  afterEach(() => broker.stop());

  const get = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const readiness = async () => (await get('/health/ready')).json();

  it('given a configuration that comes after its start, then it is ready, alive and measured, and stops', async () => {
    const reasons = ['starting', 'config.empty'];
    await eventually(async () => expect(await readiness()).toEqual({ ready: false, reasons, configRevision: null }));
    const configRevision = await seedConfiguration(broker.brokers, configuration);
    const service = await starting;
    await eventually(async () => expect(await readiness()).toEqual({ ready: true, reasons: [], configRevision }));
    expect((await get('/health/live')).status).toBe(200);
    expect(await (await get('/metrics')).text()).toContain('process_cpu_seconds_total');
    await service.close();
    await expect(get('/health/live')).rejects.toThrow();
  });

  it('given a policy that names a panel, then it says that it cannot take the configuration', async () => {
    await seedConfiguration(broker.brokers, { ...configuration, policies: [{ ...policy, panel: 'three' }] });
    await eventually(async () => expect(await readiness()).toMatchObject({ reasons: ['starting', 'config.invalid'] }));
    await seedConfiguration(broker.brokers, { ...configuration, revision: 9 });
    await (await starting).close();
  });
});
