import fc from 'fast-check';

import { maxTextBytes, readJson } from './read-json.js';

const codesOf = (text: string): string[] => {
  const read = readJson(text);
  return read.ok ? [] : read.failure.map(({ code }) => code);
};
const answer = '{"answer":"Left on 3 May [1].","limitations":[]}';

describe('reading JSON from a model', () => {
  it.each([
    ['a cut-off string', '{"answer":"a', 'parse.not_json'],
    ['a trailing comma', '{"a":[],}', 'parse.not_json'],
    ['single quotes', "{'a': [1]}", 'parse.not_json'],
    ['a raw line feed in a string', '{"a":"b\nc"}', 'parse.not_json'],
    ['NaN', '{"a":NaN}', 'parse.not_json'],
    ['an inner quote', '{"a":"the "box", here"}', 'parse.not_json'],
    ['prose alone', 'I cannot say.', 'parse.not_json'],
    ['nothing', '', 'parse.not_json'],
    ['a fence', `\`\`\`json\n${answer}\n\`\`\``, 'parse.mixed_text'],
    ['a fence of tildes', `~~~\n${answer}\n~~~`, 'parse.mixed_text'],
    ['a shell fence before it', `\`\`\`bash\ncurl x\n\`\`\`\n${answer}`, 'parse.mixed_text'],
    ['prose before it', `Here it is:\n${answer}`, 'parse.mixed_text'],
    ['a note after it', `${answer}\nNote: replace {order}.`, 'parse.mixed_text'],
    ['two objects', `${answer}\n${answer}`, 'parse.mixed_text'],
    ['a comment after it', `${answer} // checked`, 'parse.mixed_text'],
    ['thinking before it', `<think>May.</think>\n${answer}`, 'parse.mixed_text'],
    ['a byte order mark', `\uFEFF${answer}`, 'parse.mixed_text'],
    ['a member named twice', '{"answer":"a","answer":"b"}', 'parse.duplicate_key'],
    ['a member named twice, once escaped', '{"a":1,"\\u0061":2}', 'parse.duplicate_key'],
    ['an integer beyond 2^53', '{"orderId":2512292042121000001}', 'parse.unsafe_number'],
    ['a number beyond a double', '1e400', 'parse.unsafe_number'],
    ['a fraction that loses digits', '0.12345678901234567890', 'parse.unsafe_number'],
    ['a lone surrogate', '{"a":"\\ud83d"}', 'parse.ill_formed'],
    ['U+0000 in a member name', '{"\\u0000":1}', 'parse.ill_formed'],
    ['5000 brackets', '['.repeat(5000) + ']'.repeat(5000), 'parse.too_deep'],
    ['33 levels', '['.repeat(33) + ']'.repeat(33), 'parse.too_deep'],
    ['too many bytes', `"${'é'.repeat(maxTextBytes / 2)}"`, 'parse.too_large'],
  ])('given %s, then it is refused', (_name, text, code) => {
    expect(codesOf(text)).toEqual([code]);
  });

  it.each([
    ['white space around', ` \n${answer}\n\n`],
    ['32 levels', '['.repeat(32) + ']'.repeat(32)],
    ['numbers that keep their digits', '[0, -0, 0.10, 1.5e3, 9007199254740991, 1E-7, 1e21, 0e999999]'],
    ['names that differ in Unicode form', '{"é":1,"e\u0301":2}'],
  ])('given %s, then it is what JSON.parse reads', (_name, text) => {
    expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown });
  });

  it('given the member __proto__, then it is a member and no prototype', () => {
    const read = readJson('{"__proto__":{"answer":"a"}}');
    expect(read.ok && Object.keys(read.value as object)).toEqual(['__proto__']);
    expect(read.ok && (read.value as { answer?: string }).answer).toBeUndefined();
  });

  it('given any text, then it never throws and accepts only what JSON.parse reads to the same value', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\u0061',
      '\\',
      '1',
      '-',
      '.5',
      'e9',
      'null',
      ' ',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => `"${String.fromCharCode(...units)}"`),
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString()),
      fc.array(pieces, { maxLength: 30 }).map((all) => all.join('')),
      fc.json(),
    );
    fc.assert(
      fc.property(text, (input) => {
        const read = readJson(input);
        if (read.ok) expect(read.value).toEqual(JSON.parse(input));
        else expect(read.failure).not.toHaveLength(0);
      }),
      { numRuns: 500 },
    );
  });

  it('given any JSON text, then it is read, or refused for a reason that JSON.parse does not know', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (input) => {
        expect(['parse.not_json', 'parse.mixed_text']).not.toContain(codesOf(input)[0]);
      }),
    );
  });

  it.each(['[', '"[', '"\\"', '{"a":', '0', 'x{'])('given %j over and over, then it ends in time', (piece) => {
    const started = performance.now();
    readJson(piece.repeat(Math.floor(maxTextBytes / piece.length)));
    readJson(`0.${piece}`);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
