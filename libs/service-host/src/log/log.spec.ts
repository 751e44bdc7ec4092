import { createLog } from './log.js';
import { errorFields } from './error-fields.js';
import { NestLog } from './nest-log.js';

const secret = 'CANARY';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog('delivery', 'trace', { write: (line) => lines.push(line) }));
  expect(lines.join('')).not.toContain(secret);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

function caught(code: () => unknown): Error {
  try {
    code();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

describe('the fields of an error', () => {
  it('given an error of JSON.parse, which quotes its input, then class and frames remain', () => {
    const fields = errorFields(caught(() => JSON.parse(`{"a": ${secret}}`)));
    expect(fields).toMatchObject({
      error: 'SyntaxError',
      frames: expect.arrayContaining([expect.stringMatching(/^at /)]),
    });
    expect(JSON.stringify(fields)).not.toContain(secret);
  });

  it('given a message that looks like a frame, then it is not taken for one', () => {
    expect(JSON.stringify(errorFields(new Error(`x\n    at ${secret} (file.ts:1:1)`)))).not.toContain(secret);
  });

  it.each([
    ['a system code', { code: 'ECONNREFUSED' }, 'ECONNREFUSED'],
    ['an SQLSTATE', { code: '40001' }, '40001'],
    ['a code that is text', { code: `no ${secret}` }, undefined],
  ])('given %s, then errno is %s', (_name, members, errno) => {
    expect(errorFields(Object.assign(new Error(secret), members)).errno).toBe(errno);
  });

  it('given something that is no error, then its type alone', () => {
    expect(errorFields(secret)).toEqual({ error: 'string' });
  });
});

describe('the log', () => {
  it('given fields, then one JSON line with service, level and time', () => {
    const [line] = linesOf((log) => log.info({ interactionId: 'question-1' }, 'filed'));
    expect(line).toMatchObject({ service: 'delivery', level: 'info', interactionId: 'question-1', msg: 'filed' });
    expect(Date.parse(String(line?.['time']))).not.toBeNaN();
  });

  it('given an error in any field, then neither its message nor its members are written', () => {
    const error = Object.assign(new Error(secret), { query: secret, parameters: [secret], code: '23505' });
    const lines = linesOf((log) => {
      log.error({ err: error, cause: error }, 'failed');
      log.error(error, 'failed');
    });
    expect(lines[0]).toMatchObject({ err: { error: 'Error', errno: '23505' }, cause: { error: 'Error' } });
    expect(lines).toHaveLength(2);
  });

  it('given what Nest says of an exception, then only who said it', () => {
    const [line] = linesOf((log) => new NestLog(log).error(secret, `Error: ${secret}\n at x`, 'ExceptionsHandler'));
    expect(line).toMatchObject({ level: 'error', nest: 'ExceptionsHandler' });
  });
});
