import { errorFields } from './error-fields.js';
import { OutageError } from './failures.js';

const secret = 'secret content';
const caused = (cause: unknown, name = 'KafkaJSNonRetriableError') =>
  Object.assign(new Error(secret, { cause }), { name });

describe('the fields of an error with causes', () => {
  it('given a wrapper, then its name and the first plain code of its causes', () => {
    const fields = errorFields(caused(Object.assign(new Error(secret), { code: '53100' })));
    expect(fields).toMatchObject({ error: 'KafkaJSNonRetriableError', errno: '53100' });
    expect(JSON.stringify(fields)).not.toContain(secret);
  });

  it('given a name and codes that are text, then neither', () => {
    const fields = errorFields(caused(Object.assign(new Error(secret), { code: secret }), secret));
    expect(fields).toEqual({ error: 'Error', frames: expect.any(Array) });
    expect(JSON.stringify(fields)).not.toContain(secret);
  });

  it('given an outage behind a wrapper, then its code and its plain detail', () => {
    expect(errorFields(caused(new OutageError('kafka.away', 'LEADER_NOT_AVAILABLE')))).toEqual({
      error: 'OutageError',
      errno: 'kafka.away',
      detail: 'LEADER_NOT_AVAILABLE',
    });
    expect(errorFields(new OutageError('kafka.away', secret))).toEqual({ error: 'OutageError', errno: 'kafka.away' });
  });
});
