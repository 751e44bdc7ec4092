import { clusterIdentity } from './cluster-identity.js';

describe('the cluster identity', () => {
  it('given a broker that is away at first, then a later question is asked again and the answer is kept', async () => {
    const answers = [() => Promise.reject(new Error('away')), () => Promise.resolve('c-1')];
    const ask = clusterIdentity(() => (answers.shift() ?? (() => Promise.resolve('c-2')))());
    await expect(ask()).rejects.toThrow('away');
    await expect(ask()).resolves.toBe('c-1');
    await expect(ask()).resolves.toBe('c-1');
  });
});
