import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { type FlowProcessOptions } from './flow-process-spec.js';

/** A flow in a process of its own. */
export class FlowChild {
  readonly exited: Promise<NodeJS.Signals | null>;
  private readonly process: ChildProcess;

  constructor(options: FlowProcessOptions) {
    const hooks = pathToFileURL(join(__dirname, '../process/run-typescript.mjs')).href;
    const program = join(__dirname, 'flow-process-spec.ts');
    this.process = spawn(process.execPath, ['--import', hooks, program, JSON.stringify(options)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.exited = once(this.process, 'exit').then(([, signal]) => signal as NodeJS.Signals | null);
  }

  /** Resolves when the flow is ready; rejects when the process ends before. */
  async ready(): Promise<void> {
    const { stdout } = this.process;
    if (!stdout) throw new Error('no stdout');
    await Promise.race([
      once(stdout, 'data'),
      this.exited.then((signal) => Promise.reject(new Error(`ended early: ${signal}`))),
    ]);
  }

  send(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
  }
}
