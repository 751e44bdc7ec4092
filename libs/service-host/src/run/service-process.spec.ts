import { eventually } from '#libs/testkit';

import { type RunningService } from '../service.js';
import { StartError } from '../start-error.js';
import { type RunOptions } from './run-service.js';
import { ServiceProcess } from './service-process.js';

type Start = (options: RunOptions) => Promise<Pick<RunningService, 'close'>>;

const closing = { close: () => Promise.resolve() };
/** Waits, as for a broker that is away, until it is given up. */
const waiting: Start = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new StartError('given up'))));

function processOf(start: Start) {
  const [said, exits]: [string[], number[]] = [[], []];
  const door = { exit: (code: number) => void exits.push(code), say: (line: string) => void said.push(line) };
  return { service: new ServiceProcess(start, door), said, exits };
}

describe('the process of a service', () => {
  it('given a running service, when it is stopped twice, then it closes and exits once with 0', async () => {
    const { service, exits, said } = processOf(async () => closing);
    await service.run();
    expect(exits).toEqual([]);
    service.stop(0);
    service.stop(1);
    await eventually(() => expect(exits).toEqual([0]));
    expect(said).toEqual([]);
  });

  it('given a service that cannot close, then 1', async () => {
    const { service, exits } = processOf(async () => ({ close: () => Promise.reject(new Error('CANARY')) }));
    await service.run();
    service.stop(0);
    await eventually(() => expect(exits).toEqual([1]));
  });

  it('given a start that is stopped while it waits, then it is given up without a word', async () => {
    const { service, exits, said } = processOf(waiting);
    const run = service.run();
    service.stop(0);
    await run;
    expect([exits, said]).toEqual([[0], []]);
  });

  it('given a start that ends well after it was stopped, then the service is closed again', async () => {
    const close = jest.fn(() => Promise.resolve());
    const { service, exits } = processOf(async () => ({ close }));
    const run = service.run();
    service.stop(0);
    await run;
    await eventually(() => expect(exits).toEqual([0]));
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('given a start that fails for a known reason, then that sentence and 1', async () => {
    const { service, exits, said } = processOf(() => Promise.reject(new StartError('Port 1 is taken.')));
    await service.run();
    expect([exits, said]).toEqual([[1], ['Port 1 is taken.']]);
  });

  it('given a start that fails unexpectedly, or a later failure, then neither message is said', async () => {
    const { service, exits, said } = processOf(() => Promise.reject(new Error('CANARY')));
    await service.run();
    service.fail(new Error('CANARY'));
    expect(exits).toEqual([1, 1]);
    expect(said).toEqual([expect.stringContaining('The start failed'), expect.stringContaining('unexpected failure')]);
    expect(said.join('')).not.toContain('CANARY');
  });

  it('given a fault that only a new process heals, then it closes and exits with 1', async () => {
    let fatal: RunOptions['onFatal'];
    const { service, exits } = processOf(async ({ onFatal }) => {
      fatal = onFatal;
      return closing;
    });
    await service.run();
    fatal?.('kafka.consumer_crashed');
    await eventually(() => expect(exits).toEqual([1]));
  });
});
