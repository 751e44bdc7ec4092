import { classify } from './classify.js';
import { OutageError, RecordRefusedError } from './failures.js';

const withCode = (code: string, message = 'secret content') => Object.assign(new Error(message), { code });
const wrapped = (cause: unknown, name = 'KafkaJSNonRetriableError') =>
  Object.assign(new Error('wrapper', { cause }), { name, retriable: false });

describe('classify', () => {
  it.each([
    ['a refused connection', withCode('ECONNREFUSED'), 'outage'],
    ['a full disk', withCode('53100'), 'outage'],
    ['too many connections', withCode('53300'), 'outage'],
    ['a shutdown of the server', withCode('57P01'), 'outage'],
    ['a lock timeout', withCode('55P03'), 'outage'],
    ['a statement timeout', withCode('57014'), 'outage'],
    ['a login that is not allowed now', withCode('28000'), 'outage'],
    ['a lost connection of pg, in words', new Error('Connection terminated unexpectedly'), 'outage'],
    ['an exhausted pool', new Error('timeout exceeded when trying to connect'), 'outage'],
    ['an outage behind a wrapper that says the contrary', wrapped(new OutageError('kafka.away')), 'outage'],
    ['a driver error inside the ORM', Object.assign(new Error('query'), { driverError: withCode('08006') }), 'outage'],
    ['several addresses, all refused', new AggregateError([withCode('ECONNREFUSED')], ''), 'outage'],
    ['an aborted wait', Object.assign(new Error('x'), { name: 'AbortError' }), 'outage'],
    ['a deadlock', withCode('40P01'), 'conflict'],
    [
      'a serialisation failure inside the ORM',
      Object.assign(new Error('q'), { driverError: withCode('40001') }),
      'conflict',
    ],
    ['a broken constraint', withCode('23505'), 'bug'],
    ['a missing table', withCode('42P01'), 'bug'],
    ['a TypeError', new TypeError('x is not a function'), 'bug'],
    ['a record that the broker refuses', new RecordRefusedError('kafka.record_too_large'), 'bug'],
    ['a thrown string', 'boom', 'bug'],
    ['nothing at all', undefined, 'bug'],
  ])('given %s, then it is told apart', (_name, error, kind) => {
    expect(classify(error)).toBe(kind);
  });

  it('given causes in a circle, then it ends', () => {
    const error = new Error('a');
    error.cause = error;
    expect(classify(error)).toBe('bug');
  });
});
