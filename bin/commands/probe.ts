import { type Command } from 'commander';

import { type ConfigurationSnapshot, type ModelProfile, type Probe } from '#libs/contracts';
import { type ModelClient, modelClients } from '#libs/model-client';
import { resolveSecret } from '#libs/service-host';

import { configurationFile, configurationIn, readConfigurationFile } from '../configuration-file.js';
import { conformanceSet } from '../profiles/conformance.js';
import { learnedNothing, observedIn, probeRecord } from '../profiles/probe-record.js';
import { runConformance, type TestResult } from '../profiles/run-conformance.js';
import { schemaTest } from '../profiles/schema-test.js';
import { replaceFile } from '../replace-file.js';
import { CommandError, commandOutbound, print, printable } from '../settings.js';

interface ProbeOptions {
  readonly schema?: string;
  readonly write?: boolean;
}

export function addProbe(profiles: Command): void {
  profiles
    .command('probe <id>')
    .description(
      'run the conformance set against the live endpoint, a few short calls that are paid for, and print what it saw as JSON: codes, no content',
    )
    .option('--schema <id@version>', 'asks for a registered schema too, as the dialect takes it')
    .option('--write', 'put the record into the configuration file and raise its revision')
    .action((id: string, options: ProbeOptions) => probe(id, options, profiles.opts<{ configuration?: string }>()));
}

async function probe(
  id: string,
  { schema, write }: ProbeOptions,
  { configuration: named }: { configuration?: string },
): Promise<void> {
  const file = configurationFile(named);
  const configuration = readConfigurationFile(file);
  const profile = modelProfile(configuration, file, id);
  const own = schema === undefined ? [] : [schemaTest(configuration, schema, profile.adapter)];
  const results = await runConformance(await clientOf(profile), profile, [...conformanceSet, ...own], tell);
  if (learnedNothing(results)) {
    const codes = [...new Set(results.map(({ code }) => code))].join(', ');
    throw new CommandError(`Nothing was learned of ${id}: no request was answered (${codes}). No record is made.`, 2);
  }
  const record = probeRecord(profile, results, new Date());
  print(
    JSON.stringify({ profile: id, tests: results, observed: observedIn(results, profile), probe: record }, null, 2),
  );
  if (write) say(`${file} has revision ${await writeRecord(file, profile, record)}`);
}

function modelProfile({ profiles }: ConfigurationSnapshot, file: string, id: string): ModelProfile {
  const profile = profiles.find((each) => each.id === id);
  if (profile === undefined) throw new CommandError(`${file} names no profile ${id}.`);
  if (profile.adapter === 'extractive') throw new CommandError(`${id} asks no model: there is nothing to probe.`);
  return profile;
}

async function clientOf({ adapter, baseUrl, secret }: ModelProfile): Promise<ModelClient> {
  const outbound = commandOutbound();
  if (secret === null) return modelClients[adapter]({ baseUrl, apiKey: null, outbound });
  const key = await resolveSecret(secret, process.env);
  if (!key.ok) throw new CommandError(`${key.failure.says}.`);
  return modelClients[adapter]({ baseUrl, apiKey: key.value, outbound });
}

/** The file may have changed while the endpoint was asked: the record goes only to a profile that is still the same. */
async function writeRecord(file: string, probed: ModelProfile, record: Probe): Promise<number> {
  let revision = 0;
  await replaceFile(file, (text) => {
    const now = configurationIn(file, text).profiles.find(({ id }) => id === probed.id);
    if (JSON.stringify(now) !== JSON.stringify(probed)) {
      throw new CommandError(`${file} has another profile ${probed.id} by now: probe it again.`);
    }
    const whole = JSON.parse(text) as { revision: number; profiles: { id: string }[] };
    revision = whole.revision + 1;
    const profiles = whole.profiles.map((each) => (each.id === probed.id ? { ...each, probe: record } : each));
    const written = `${JSON.stringify({ ...whole, revision, profiles }, null, 2)}\n`;
    configurationIn(file, written);
    return written;
  });
  return revision;
}

const tell = ({ name, outcome, code }: TestResult): void =>
  say(`${name}: ${outcome}${code === null ? '' : ` (${code})`}`);

/** Beside the JSON on standard output. */
const say = (line: string): void => void process.stderr.write(`${printable(line)}\n`);
