import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { LocalKafkaError } from './local-kafka-error.js';
import { projectRoot } from './project-root.js';

/** Where the jars and the data of `npm run kafka` lie: KAFKA_HOME_DIR, or `.kafka/` in the project. */
export const kafkaHome = (): string => process.env['KAFKA_HOME_DIR'] ?? join(projectRoot(), '.kafka');

/**
 * The folder with the jars that deploy/kafka/local/pom.xml pins, fetched by Maven when the pom is new here.
 *
 * @throws LocalKafkaError `tools_missing` without Java or Maven, `maven_unreachable` when the jars cannot be fetched
 */
export function kafkaJars(home = kafkaHome()): string {
  const lib = jarsFolder(home);
  requireTool('java', ['-version'], 'Apache Kafka 4 needs Java 17 or newer');
  if (existsSync(lib)) return lib;
  requireTool('mvn', ['-version'], 'Maven fetches the jars of Apache Kafka');
  fetchJars(lib);
  return lib;
}

const pomFile = (): string => join(projectRoot(), 'deploy', 'kafka', 'local', 'pom.xml');

/** Named by the pom's digest: another pom, another folder. */
function jarsFolder(home: string): string {
  const version = createHash('sha256').update(readFileSync(pomFile())).digest('hex').slice(0, 12);
  return join(home, `lib-${version}`);
}

function requireTool(name: string, args: readonly string[], why: string): void {
  if (spawnSync(name, args, { stdio: 'ignore' }).status === 0) return;
  throw new LocalKafkaError('tools_missing', `${why}, but \`${name}\` does not run here.`);
}

/** Fetched aside and renamed, so that a folder of that name is complete. */
function fetchJars(lib: string): void {
  const aside = `${lib}.new`;
  const log = `${lib}.maven.log`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true });
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${aside}`];
  const output = openSync(log, 'w');
  const { status } = spawnSync('mvn', ['-B', '-ntp', '-Dstyle.color=never', '-f', pomFile(), ...goal], {
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  if (status !== 0) {
    throw new LocalKafkaError(
      'maven_unreachable',
      `Apache Kafka was not run: Maven could not fetch its jars (is Maven Central reached from here?). See ${log}.`,
    );
  }
  renameSync(aside, lib);
}
