import { admitSchema } from '../admission/admit-schema.js';
import { LeastRecentlyUsed } from './least-recently-used.js';
import { isMultipleOf } from './multiple-of.js';
import { type Validity, validatorFor } from './validator-for.js';

const patient = 10_000;

function judged(schema: object, value: unknown, milliseconds = patient): Validity {
  const admission = admitSchema(schema, { root: 'any' });
  if (!admission.ok) throw new Error(JSON.stringify(admission.failure));
  return validatorFor(admission.value)(value, milliseconds);
}

describe('validation against the original', () => {
  it('given several violations, then each is told once, by names that the schema says', () => {
    const schema = {
      type: 'object',
      required: ['total'],
      properties: { lines: { type: 'array', items: { type: 'object', properties: { 'a/b': { type: 'string' } } } } },
      additionalProperties: { type: 'integer' },
    };
    const value = { lines: [{ 'a/b': 1 }, {}, 'x'], 'secret of the answer': 'text' };
    expect(judged(schema, value)).toEqual({
      outcome: 'invalid',
      violations: [
        { pointer: '/total', keyword: 'required' },
        { pointer: '', keyword: 'type' },
        { pointer: '/lines/0/a~1b', keyword: 'type' },
        { pointer: '/lines/2', keyword: 'type' },
      ],
    });
  });

  it.each([
    ['nested quantifiers', { pattern: '^(a+)+$' }, 'a'.repeat(50_000) + '!', 'invalid'],
    ['a member that every object inherits', { type: 'object', required: ['valueOf'] }, {}, 'invalid'],
    [
      'a member named __proto__, not among the named',
      { type: 'object', additionalProperties: false },
      JSON.parse('{"__proto__":1}'),
      'invalid',
    ],
    ['a price', { multipleOf: 0.01 }, 4.35, 'valid'],
    ['a default', { type: 'object', required: ['a'], properties: { a: { default: 1 } } }, {}, 'invalid'],
    ['a number as text', { type: 'integer' }, '1', 'invalid'],
  ])('given %s, then it is judged without a surprise', (_name, schema, value, outcome) => {
    expect(judged(schema, value).outcome).toBe(outcome);
  });

  it('given a small schema and a small value that take exponential time, then it ends undecided', () => {
    const branch = { properties: { x: { $ref: '#/$defs/d' } }, required: ['x'] };
    const schema = {
      $ref: '#/$defs/d',
      $defs: { d: { anyOf: [branch, { ...branch, minProperties: 1 }, { const: 1 }] } },
    };
    const value: unknown = JSON.parse('{"x":'.repeat(60) + '2' + '}'.repeat(60));
    expect(judged(schema, value, 50)).toEqual({ outcome: 'undecided' });
    expect(judged(schema, 1)).toEqual({ outcome: 'valid' });
  });

  it.each([
    [19.99, 0.01, true],
    [0.07, 0.01, true],
    [1.1, 0.1, true],
    [0.075, 0.01, false],
    [1e300, 1e-5, true],
    [1e-7, 1, false],
    [0, 5, true],
    [-7.5, 2.5, true],
  ])('given %d, then it is a multiple of %d: %s', (value, divisor, expected) => {
    expect(isMultipleOf(value, divisor)).toBe(expected);
  });
});

describe('what is kept', () => {
  it('given more than it holds, then the one asked for longest ago is made anew', () => {
    const kept = new LeastRecentlyUsed<string, number>(2);
    let made = 0;
    const get = (key: string): number => kept.get(key, () => (made += 1));
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map(get)).toEqual([1, 2, 1, 3, 1, 4]);
  });
});
