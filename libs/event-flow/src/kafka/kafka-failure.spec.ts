import { OutageError, RecordRefusedError } from '../failures/failures.js';
import { accessRefusal, hasNoAuthoriser, kafkaFailure } from './kafka-failure.js';

const secret = 'hunter2';
const named = (name: string, more: object = {}) => Object.assign(new Error(secret), { name, ...more });
const after = (cause: Error) => named('KafkaJSNumberOfRetriesExceeded', { cause });

describe('a failure of kafkajs', () => {
  it.each([
    ['a wrong password', named('KafkaJSSASLAuthenticationError'), 'kafka.unauthenticated'],
    ['the same after tries', after(named('KafkaJSSASLAuthenticationError')), 'kafka.unauthenticated'],
    [
      'a protocol error',
      named('KafkaJSProtocolError', { type: 'SASL_AUTHENTICATION_FAILED' }),
      'kafka.unauthenticated',
    ],
    ['a topic', named('KafkaJSProtocolError', { type: 'TOPIC_AUTHORIZATION_FAILED' }), 'kafka.unauthorised'],
    ['a group', after(named('KafkaJSProtocolError', { type: 'GROUP_AUTHORIZATION_FAILED' })), 'kafka.unauthorised'],
    ['no connection', named('KafkaJSConnectionError'), 'kafka.away'],
  ])('given %s, then an outage with its code, and nothing of the message', (_what, error, code) => {
    const failure = kafkaFailure(error);
    expect(failure).toBeInstanceOf(OutageError);
    expect(failure).toMatchObject({ code });
    expect(failure.message).not.toContain(secret);
    expect(accessRefusal(error)).toBe(code === 'kafka.away' ? undefined : code);
  });

  it('given a record that the broker never takes, then that is no outage', () => {
    const failure = kafkaFailure(after(named('KafkaJSProtocolError', { type: 'MESSAGE_TOO_LARGE' })));
    expect(failure).toEqual(new RecordRefusedError('kafka.record_too_large'));
  });

  it.each([
    [named('KafkaJSServerDoesNotSupportApiKey'), true],
    [after(named('KafkaJSProtocolError', { type: 'SECURITY_DISABLED' })), true],
    [named('KafkaJSProtocolError', { type: 'CLUSTER_AUTHORIZATION_FAILED' }), false],
  ])('tells a broker without an authoriser: %#', (error, expected) => {
    expect(hasNoAuthoriser(error)).toBe(expected);
  });
});
