import { readSettings } from '#libs/service-host';

import { LedgerSettings } from './settings.js';

const given = {
  CONFIGURATION_FILE: 'c.json',
  DATABASE_URL: 'postgres://l:x@127.0.0.1/d',
  LEDGER_MASTER_KEYS_FILE: 'k.json',
};

describe('the settings of the ledger', () => {
  it('given only what has no default, then it listens on 3004', () => {
    expect(readSettings(LedgerSettings, given)).toMatchObject({ ...given, HTTP_PORT: 3004 });
  });

  it('given a port that is none, then the sentence names the variable', () => {
    expect(() => readSettings(LedgerSettings, { ...given, HTTP_PORT: '70000' })).toThrow('HTTP_PORT');
  });

  it('given no master keys, then the sentence says what is missing', () => {
    expect(() => readSettings(LedgerSettings, { ...given, LEDGER_MASTER_KEYS_FILE: '' })).toThrow(
      /LEDGER_MASTER_KEYS_FILE is not set: .*0600/,
    );
  });
});
