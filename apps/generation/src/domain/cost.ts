import { type ModelProfile, type Usage } from '#libs/contracts';

/** Tokens as the provider counted them; null is unknown. */
export interface Tokens {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

export const unknownTokens: Tokens = { inputTokens: null, outputTokens: null };
export const unknownUsage: Usage = { ...unknownTokens, cost: null, currency: null };

const scale = 18;
const one = 10n ** BigInt(scale);
const million = 1_000_000n;
const limit = 10n ** 36n;

/** What one call cost by the profile's prices, rounded up at the 18th digit; null where a number is missing. */
export function usageOf(tokens: Tokens, prices: ModelProfile['prices']): Usage {
  const { inputTokens, outputTokens } = tokens;
  if (prices === null) return { inputTokens, outputTokens, cost: null, currency: null };
  const { currency, inputPerMillion, outputPerMillion } = prices;
  if (inputTokens === null || outputTokens === null) return { inputTokens, outputTokens, cost: null, currency };
  const perMillion = BigInt(inputTokens) * scaled(inputPerMillion) + BigInt(outputTokens) * scaled(outputPerMillion);
  return { inputTokens, outputTokens, cost: decimalOf((perMillion + million - 1n) / million), currency };
}

/** The sum over what may have been paid; one unknown member makes the sum unknown. */
export function totalUsage(parts: readonly Usage[]): Usage {
  const [first, ...rest] = parts;
  if (first === undefined) return unknownUsage;
  return rest.reduce(
    (sum, next) => ({
      inputTokens: plus(sum.inputTokens, next.inputTokens),
      outputTokens: plus(sum.outputTokens, next.outputTokens),
      cost: sum.currency === next.currency ? plusDecimal(sum.cost, next.cost) : null,
      currency: sum.currency === next.currency ? sum.currency : null,
    }),
    first,
  );
}

const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

const plusDecimal = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? null : decimalOf(scaled(a) + scaled(b));

/** Decimal text as a whole number of 10^-18. */
function scaled(decimal: string): bigint {
  const negative = decimal.startsWith('-');
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.');
  const value = BigInt(whole) * one + BigInt(fraction.padEnd(scale, '0'));
  return negative ? -value : value;
}

/** null where the amount has more than 18 digits before the point. */
function decimalOf(value: bigint): string | null {
  const size = value < 0n ? -value : value;
  if (size >= limit) return null;
  const fraction = (size % one).toString().padStart(scale, '0').replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${size / one}${fraction === '' ? '' : `.${fraction}`}`;
}
