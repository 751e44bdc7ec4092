import { ApiSettings, ServiceSettings } from '../settings.js';
import { describeSettings, readSettings, SettingsError } from './read-settings.js';

class JurySettings extends ServiceSettings {
  override readonly HTTP_PORT: number = 3003;
}

describe('settings', () => {
  it('given only what must be given, then the defaults hold, the overridden one too', () => {
    expect(readSettings(JurySettings, {})).toMatchObject({
      KAFKA_BROKERS: ['127.0.0.1:9092'],
      KAFKA_CREATE_TOPICS: false,
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: 3003,
      LOG_LEVEL: 'info',
    });
  });

  it('given texts, then each is converted to its declared type', () => {
    const environment = { KAFKA_BROKERS: 'a:1, b:2', KAFKA_CREATE_TOPICS: 'true', HTTP_PORT: '0' };
    expect(readSettings(JurySettings, environment)).toMatchObject({
      KAFKA_BROKERS: ['a:1', 'b:2'],
      KAFKA_CREATE_TOPICS: true,
      HTTP_PORT: 0,
    });
  });

  it('given variables that are not declared, then they are not read', () => {
    expect(readSettings(JurySettings, { PATH: '/bin' })).not.toHaveProperty('PATH');
  });

  it('given an empty variable, then it counts as not set', () => {
    expect(readSettings(JurySettings, { HTTP_PORT: '' }).HTTP_PORT).toBe(3003);
  });

  it('when read, then nobody can change them', () => {
    expect(Object.isFrozen(readSettings(JurySettings, {}))).toBe(true);
  });

  it.each([
    ['HTTP_PORT', '65536', 'is not right: it takes a port from 0 to 65535, 0 for any free one.'],
    ['HTTP_PORT', '1e3', 'is not right'],
    ['KAFKA_CREATE_TOPICS', 'yes', 'is not right: it takes true or false.'],
    ['KAFKA_BROKERS', 'kafka', 'is not right: it takes host:port, or several of them separated by commas.'],
    ['LOG_LEVEL', 'loud', 'is not right: it takes one of fatal,'],
    ['DATABASE_URL', undefined, 'is not set'],
    ['DATABASE_URL', '', "is not set: it takes the URL of the service's own role"],
    ['DATABASE_URL', 'mysql://user:hunter2@host/db', 'is not right'],
    [
      'REQUESTS_PER_MINUTE',
      '0',
      'is not right: it takes the requests that one token may make in a minute, at least 1.',
    ],
  ])('given %s=%s, then one sentence names it and not its value', (variable, value, sentence) => {
    const environment = { DATABASE_URL: 'postgres://role:pw@127.0.0.1:5432/imprimatur', [variable]: value };
    const read = () => readSettings(ApiSettings, environment);
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(`The setting ${variable} ${sentence}`);
    expect(read).not.toThrow('hunter2');
  });

  it('are described for the reference page', () => {
    const described = describeSettings(JurySettings);
    expect(described).toContainEqual({
      name: 'KAFKA_CREATE_TOPICS',
      optional: false,
      takes: 'true or false',
      fallback: false,
    });
    expect(described).toContainEqual({
      name: 'HTTP_PORT',
      optional: false,
      takes: expect.stringContaining('a port'),
      fallback: 3003,
    });
    expect(described.every(({ takes }) => takes.length > 0)).toBe(true);
  });
});
