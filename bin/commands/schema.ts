import { readFileSync } from 'node:fs';

import { type Command, Option } from 'commander';

import { admitSchema, type Compiled, compileSchema, type DialectId, dialectIds } from '#libs/schema-compiler';

import { print } from '../settings.js';

/** A refusal is an outcome of its own; 1 stays for what the person at the terminal got wrong. */
const refusedExit = 3;

export function addSchema(program: Command): void {
  const schema = program.command('schema').description("callers' JSON Schemas");
  schema
    .command('compile')
    .description('read a schema from standard input and print what a provider would be given of it')
    .addOption(new Option('--dialect <name>', 'what the provider takes').choices(dialectIds).makeOptionMandatory())
    .action(compile);
}

function compile({ dialect }: { dialect: DialectId }): void {
  const admission = admitSchema(readFileSync(0, 'utf8'));
  const compiled: Compiled = admission.ok
    ? compileSchema(admission.value, dialect)
    : { accepted: false, dialect, reasons: admission.failure };
  print(JSON.stringify(told(compiled), null, 2));
  if (!compiled.accepted) process.exitCode = refusedExit;
}

function told(compiled: Compiled) {
  if (!compiled.accepted) return { accepted: false, reasons: compiled.reasons };
  const { schema, residue, changes } = compiled;
  return { accepted: true, schema, residue, changes };
}
