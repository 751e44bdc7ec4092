import { admitSchema } from '../admission/admit-schema.js';
import { compileSchema } from './compile-schema.js';
import { mapBack } from './map-back.js';

const property = { type: 'string' };

/** Mapped from the strict form of OpenAI, the one where null stands for absence. */
function back(schema: object, value: unknown): unknown {
  const admission = admitSchema(schema);
  const compiled = admission.ok ? compileSchema(admission.value, 'openai-strict') : undefined;
  if (!compiled?.accepted) throw new Error('refused');
  const mapped = mapBack(compiled, value, 10_000);
  return mapped.ok ? mapped.value : mapped.failure;
}

describe('the way back', () => {
  it('given null for an optional member, then it is absent; given null that the caller admits, then it stays', () => {
    const schema = {
      type: 'object',
      properties: { gone: property, kept: { type: ['string', 'null'] }, must: { type: 'null' } },
      required: ['must'],
    };
    expect(back(schema, { gone: null, kept: null, must: null })).toEqual({ kept: null, must: null });
  });

  it('given a union, then the branch that fits says which null means absence', () => {
    const a = { type: 'object', properties: { kind: { const: 'a' }, note: property }, required: ['kind'] };
    const b = {
      type: 'object',
      properties: { kind: { const: 'b' }, note: { type: ['string', 'null'] } },
      required: ['kind', 'note'],
    };
    const schema = {
      type: 'object',
      properties: { all: { type: 'array', items: { anyOf: [a, b] } } },
      required: ['all'],
    };
    const value = {
      all: [
        { kind: 'a', note: null },
        { kind: 'b', note: null },
        { kind: 'c', note: null },
      ],
    };
    expect(back(schema, value)).toEqual({ all: [{ kind: 'a' }, { kind: 'b', note: null }, { kind: 'c', note: null }] });
  });

  it('given a chain of references, then nulls go at every depth', () => {
    const schema = { type: 'object', properties: { next: { $ref: '#' }, 'a/b': property } };
    expect(back(schema, { next: { next: null, 'a/b': 'x' }, 'a/b': null })).toEqual({ next: { 'a/b': 'x' } });
  });

  it('given what does not fit at all, then it stays for the validation to find', () => {
    expect(back({ type: 'object', properties: { a: property } }, ['x'])).toEqual(['x']);
    expect(back({ type: 'object', properties: { a: property } }, JSON.parse('{"__proto__":1}'))).toEqual(
      JSON.parse('{"__proto__":1}'),
    );
  });
});
