import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import { runService } from '#libs/service-host';
import { tempDir, type TempDir } from '#libs/testkit';

import { jury } from './app.module.js';

const policy = { id: 'p', namespace: null, channel: null, profile: 'e', allowUnprobed: [], reviewWithinMs: 60_000 };
const configuration = {
  revision: 3,
  profiles: [{ id: 'e', adapter: 'extractive', enabled: true }],
  policies: [policy],
  channels: [{ id: 'web', namespaces: 'every' }],
  apiTokens: [],
};
const logTo = new Writable({ write: (_chunk, _encoding, done) => done() });

describe('the jury', () => {
  let dir: TempDir;

  beforeAll(async () => {
    dir = await tempDir('jury');
  });
  afterAll(() => dir?.remove());

  async function started(json: unknown) {
    const path = join(dir.path, 'configuration.json');
    await writeFile(path, JSON.stringify(json));
    return runService(jury, { CONFIGURATION_FILE: path, HTTP_PORT: '0' }, { logTo });
  }

  it('given a configuration without a panel, then it is ready, alive and measured, and stops', async () => {
    const service = await started(configuration);
    try {
      const ready = await fetch(`${service.url}/health/ready`);
      expect([ready.status, await ready.json()]).toEqual([200, { ready: true, reasons: [], configRevision: 3 }]);
      expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
      expect(await (await fetch(`${service.url}/metrics`)).text()).toContain('process_cpu_seconds_total');
    } finally {
      await service.close();
    }
    await expect(fetch(`${service.url}/health/live`)).rejects.toThrow();
  });

  it('given a policy that names a panel, then the start is refused with the place in the configuration', async () => {
    const seated = { ...configuration, policies: [{ ...policy, panel: 'three' }] };
    await expect(started(seated)).rejects.toThrow('/policies/0/panel');
  });
});
