import { decimalOf } from '#libs/kernel';

/** Whether a number is a multiple as it is written: 19.99 of 0.01, which binary remainders deny. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const [a, b] = [decimalOf(String(value)), decimalOf(String(divisor))];
  if (a.digits === '') return true;
  const shift = a.exponent - b.exponent;
  const scaled = BigInt(a.digits) * 10n ** BigInt(Math.max(shift, 0));
  return scaled % (BigInt(b.digits) * 10n ** BigInt(Math.max(-shift, 0))) === 0n;
}
