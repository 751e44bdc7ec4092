import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { tempDir, type TempDir } from '#libs/testkit';

import { ServiceSettings } from '../settings.js';
import { readSettings } from '../settings/read-settings.js';
import { kafkaSettings } from './kafka-settings.js';

let dir: TempDir;
let passwordFile: string;
let authorities: string;

beforeEach(async () => {
  dir = await tempDir('kafka-settings');
  passwordFile = join(dir.path, 'password');
  authorities = join(dir.path, 'ca.pem');
  await writeFile(passwordFile, 'hunter2\n', { mode: 0o600 });
  await writeFile(authorities, '-----BEGIN CERTIFICATE-----\n');
});
afterEach(() => dir.remove());

const read = (environment: Record<string, string>) => kafkaSettings('jury', readSettings(ServiceSettings, environment));

describe('how a service reaches the broker', () => {
  it('given neither a login nor certificates, then as before: plain, as nobody', async () => {
    expect(await read({})).toEqual({
      brokers: ['127.0.0.1:9092'],
      clientId: 'imprimatur-jury',
      createTopics: false,
      login: undefined,
      tlsAuthorities: undefined,
    });
  });

  it('given a login, then the password is the text of its file', async () => {
    const settings = await read({ KAFKA_SASL_USERNAME: 'imprimatur-jury', KAFKA_SASL_PASSWORD_FILE: passwordFile });
    expect(settings.login).toEqual({ username: 'imprimatur-jury', password: 'hunter2' });
  });

  it('given a password file that others may read, then one sentence without the password', async () => {
    await chmod(passwordFile, 0o644);
    const start = read({ KAFKA_SASL_USERNAME: 'imprimatur-jury', KAFKA_SASL_PASSWORD_FILE: passwordFile });
    await expect(start).rejects.toThrow('it must be 0600');
    await expect(start).rejects.not.toThrow('hunter2');
  });

  it.each([
    ['KAFKA_SASL_PASSWORD_FILE', { KAFKA_SASL_USERNAME: 'imprimatur-jury' }],
    ['KAFKA_SASL_USERNAME', { KAFKA_SASL_PASSWORD_FILE: '/nowhere' }],
  ])('given a login without %s, then one sentence names it', async (missing, environment) => {
    await expect(read(environment)).rejects.toThrow(`The setting ${missing} is not set`);
  });

  it('given certificates, then they are read; given a file without one, then one sentence', async () => {
    expect(await read({ KAFKA_TLS_CA_FILE: authorities })).toMatchObject({
      tlsAuthorities: '-----BEGIN CERTIFICATE-----\n',
    });
    await expect(read({ KAFKA_TLS_CA_FILE: passwordFile })).rejects.toThrow('no certificate in PEM can be read');
  });
});
