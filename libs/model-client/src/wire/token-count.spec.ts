import { type ModelRequest } from '../model-client.port.js';
import { withEstimates } from './token-count.js';

const unknown = { inputTokens: null, outputTokens: null };
const request = {
  messages: [{ role: 'user', content: 'Where is the order?' }],
  mode: 'json_mode',
  schema: { name: 'answer', schema: { type: 'object' } },
} as unknown as ModelRequest;

describe('counting tokens', () => {
  it('given both numbers, then they are the endpoint’s own', async () => {
    const tokens = { inputTokens: 11, outputTokens: 0 };
    expect(await withEstimates(tokens, request, 'text')).toBe(tokens);
  });

  it('given none, then both are estimated and marked', async () => {
    expect(await withEstimates(unknown, request, 'It left the warehouse.')).toEqual({
      inputTokens: 5,
      outputTokens: 5,
      estimated: true,
    });
  });

  it('given one, then it stays and the other is estimated', async () => {
    const told = { inputTokens: 11, outputTokens: null };
    expect(await withEstimates(told, request, 'left')).toEqual({ inputTokens: 11, outputTokens: 1, estimated: true });
  });

  it('given that the model said nothing, then unknown stays unknown', async () => {
    expect(await withEstimates(unknown, request, '')).toBe(unknown);
  });

  it('given the schema goes with the call, then it is counted as input', async () => {
    const strict = await withEstimates(unknown, { ...request, mode: 'strict' }, 'x');
    expect(strict.inputTokens).toBeGreaterThan(5);
  });

  it.each([
    ['a mark that means something to models', '<|endoftext|>', 1],
    ['one word without end', 'a'.repeat(1_000_000), 50_000],
    ['a broken pair', 'a\ud800b', 1],
    ['emoji', '🙂'.repeat(100_000), 50_000],
  ])('given %s, then it is counted as text, and soon', async (_what, said, atLeast) => {
    const begun = performance.now();
    const { outputTokens } = await withEstimates(unknown, request, said);
    expect(outputTokens).toBeGreaterThanOrEqual(atLeast);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
