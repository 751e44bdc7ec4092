import { spawnSync } from 'node:child_process';

const compile = (dialect: string, schema: string) => {
  const args = ['bin/imprimatur.mjs', 'schema', 'compile', '--dialect', dialect];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: schema, encoding: 'utf8' });
  return { status, told: stdout === '' ? undefined : (JSON.parse(stdout) as unknown), stderr };
};

describe('imprimatur schema compile', () => {
  it('prints what a provider would be given, and ends with 0', () => {
    const schema = {
      type: 'object',
      properties: { note: { type: 'string', maxLength: 9 } },
      additionalProperties: false,
    };
    expect(compile('openai-strict', JSON.stringify(schema))).toMatchObject({
      status: 0,
      told: {
        accepted: true,
        schema: { required: ['note'] },
        residue: [{ pointer: '/properties/note', keyword: 'maxLength' }],
        changes: [{ pointer: '/properties/note', change: 'optional_as_null' }],
      },
    });
  });

  it.each([
    ['no JSON', '{', 'schema.not_json', ''],
    [
      'a hostile reference',
      '{"type":"object","properties":{"a":{"$ref":"http://169.254.169.254/"}}}',
      'schema.external_ref',
      '/properties/a/$ref',
    ],
    ['what the dialect has no word for', '{"type":"object"}', 'schema.open_object', ''],
  ])('given %s, then it says why and where, and ends with 3', (_name, schema, code, pointer) => {
    expect(compile('anthropic', schema)).toMatchObject({
      status: 3,
      told: { accepted: false, reasons: [{ code, pointer }] },
    });
  });

  it('given an unknown dialect, then it names those that there are, and ends with 1', () => {
    const { status, told, stderr } = compile('nope', '{}');
    expect({ status, told }).toEqual({ status: 1, told: undefined });
    expect(stderr).toContain('openai-strict, anthropic, gemini, json-mode');
  });
});
