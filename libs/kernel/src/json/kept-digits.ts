/** `d` digits without zeros at either end, and the power of ten of the last one: equal for equal decimal values. */
export interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

/**
 * True where a JSON number keeps every digit as an IEEE double: what JSON.parse would give is what was written.
 * Whole numbers beyond ±(2^53 - 1) are refused even where the double happens to be exact, as RFC 7493 asks.
 */
export function keepsItsDigits(literal: string): boolean {
  if (/^-?\d{1,15}$/.test(literal)) return true;
  const value = Number(literal);
  if (!Number.isFinite(value)) return false;
  if (/^-?\d+$/.test(literal) && !Number.isSafeInteger(value)) return false;
  const written = decimalOf(literal);
  const kept = decimalOf(String(value));
  return written.digits === kept.digits && (written.digits === '' || written.exponent === kept.exponent);
}

/** The absolute value of a JSON number's literal. */
export function decimalOf(literal: string): Decimal {
  const [mantissa = '', power = '0'] = literal.toLowerCase().replace(/^-/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = whole + fraction;
  const { first, last } = nonZeroBounds(all);
  return { digits: all.slice(first, last), exponent: Number(power) - fraction.length + (all.length - last) };
}

/** A loop and not a pattern: `0+$` takes quadratic time on a long run of zeros. */
function nonZeroBounds(digits: string): { first: number; last: number } {
  let first = 0;
  let last = digits.length;
  while (first < last && digits[first] === '0') first += 1;
  while (last > first && digits[last - 1] === '0') last -= 1;
  return { first, last };
}
