import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { type NodePlan } from './cluster-plan.js';
import { LocalKafkaError } from './local-kafka-error.js';
import { brokerIsReady } from './probe.js';
import { projectRoot } from './project-root.js';
import { fullyReplicates } from './replicas.js';

/** Three JVMs start at the same time on few cores. */
const patienceMs = 120_000;

/** One JVM of the cluster, which may come and go. */
export class ClusterNode {
  private jvm: ChildProcess | undefined;

  constructor(
    private readonly plan: NodePlan,
    private readonly classPath: string,
  ) {}

  get address(): string {
    return `127.0.0.1:${this.plan.port}`;
  }

  /** Makes the storage; once for each node. */
  async format(clusterId: string): Promise<void> {
    const tool = this.java(['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', this.plan.properties]);
    const [code] = (await once(tool, 'exit')) as [number | null];
    if (code !== 0) throw this.failure('format_failed', 'could not format its storage');
  }

  launch(): void {
    if (!this.isDown()) return;
    this.jvm = this.java(['kafka.Kafka', this.plan.properties]);
  }

  /** Waits until the node serves and is in the in-sync replicas of all its partitions. */
  async inSync(): Promise<void> {
    await this.until(() => brokerIsReady(this.plan.port), 'was not ready');
    await this.until(() => fullyReplicates(this.plan.port, this.plan.id), 'did not catch up');
  }

  async kill(): Promise<void> {
    if (this.jvm === undefined || this.isDown()) return;
    const ended = once(this.jvm, 'exit');
    this.jvm.kill('SIGKILL');
    await ended;
  }

  /** For the end of our own process, which waits for nobody. */
  killNow(): void {
    this.jvm?.kill('SIGKILL');
  }

  private isDown(): boolean {
    return this.jvm === undefined || this.jvm.exitCode !== null || this.jvm.signalCode !== null;
  }

  private java(program: readonly string[]): ChildProcess {
    const log4j = join(projectRoot(), 'deploy', 'kafka', 'local', 'log4j2.properties');
    const options = ['-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', `-Dlog4j2.configurationFile=${log4j}`];
    const log = openSync(this.logFile(), 'a');
    return spawn('java', [...options, '-cp', this.classPath, ...program], { stdio: ['ignore', log, log] });
  }

  private async until(check: () => Promise<boolean>, otherwise: string): Promise<void> {
    const deadline = Date.now() + patienceMs;
    while (!(await check())) {
      if (this.isDown()) throw this.failure('exited', 'ended while it started');
      if (Date.now() > deadline) throw this.failure('not_ready', `${otherwise} within ${patienceMs / 1000} s`);
      await pause(100);
    }
  }

  private failure(code: 'format_failed' | 'exited' | 'not_ready', what: string): LocalKafkaError {
    return new LocalKafkaError(code, `Node ${this.plan.id} of Apache Kafka ${what}: see ${this.logFile()}.`);
  }

  private logFile(): string {
    return join(this.plan.dir, 'kafka.log');
  }
}
