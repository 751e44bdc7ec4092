import { StackError } from '../../../tools/stack/stack-settings.js';
import { type FaultHouse, startFaultHouse } from '../house/fault-house.js';
import { noApacheKafka } from '../house/broker-cluster.js';
import { type BrokerKind, type FaultReport, type Skipped } from '../report.js';
import { type Scenario } from '../scenario.js';
import { scenarios } from '../scenarios/all.js';
import { seededRandom } from '../seeded-random.js';
import { runScenario } from './run-scenario.js';

export interface RunOptions {
  readonly names: readonly string[];
  readonly questions: number;
  readonly seed: number;
  readonly broker: BrokerKind;
}

export interface RunOutput {
  readonly print: (report: FaultReport | Skipped, broken: readonly string[]) => void;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A house is given up after so many questions: what the watch holds of it lies in memory. */
const questionsPerHouse = 3_000;

/** Runs scenario after scenario. True when every one that ran kept every promise, and one ran at all. */
export async function runAll(options: RunOptions, output: RunOutput): Promise<boolean> {
  const houses = new Houses(options, output);
  let ran = 0;
  let failed = 0;
  try {
    for (const name of options.names) {
      const scenario = scenarios.find((known) => known.name === name)!;
      const lacks = whyNot(scenario, options.broker);
      const { seed, broker } = options;
      if (lacks !== undefined) {
        output.print({ scenario: name, broker, seed, skipped: lacks }, []);
        continue;
      }
      const started = performance.now();
      const random = seededRandom(seedOf(seed, name));
      const house = await houses.for(scenario).catch((error: unknown) => didNotStart(error, name, output));
      if (house === undefined) {
        failed += 1;
        continue;
      }
      const { report, broken } = await runScenario(house, { ...options, scenario, random, signal: output.signal });
      ran += 1;
      failed += broken.length > 0 ? 1 : 0;
      output.print(report, broken);
      for (const promise of broken) output.say(`${name}: ${promise}`);
      output.say(`${name}: ${Math.round((performance.now() - started) / 1000)} s`);
      await houses.release(broken.length > 0);
    }
  } finally {
    await houses.close();
  }
  return ran > 0 && failed === 0;
}

function whyNot({ brokers, lacks }: Scenario, broker: BrokerKind): string | undefined {
  if (!brokers.includes(broker)) return `not with the ${broker} broker`;
  return lacks?.() ?? (broker === 'apache' ? noApacheKafka() : undefined);
}

/** A house that does not come up is a failure of its scenario, and the others still run. */
function didNotStart(error: unknown, name: string, { say, signal }: RunOutput): undefined {
  if (signal.aborted || !(error instanceof StackError)) throw error;
  say(`${name}: the house did not start: ${error.message}`);
}

/** The same choices whichever scenarios run beside it. */
const seedOf = (seed: number, name: string): number =>
  [...name].reduce((mixed, letter) => Math.imul(mixed, 31) + letter.charCodeAt(0), seed);

/** One house serves several scenarios; one that was made for a scenario, or that failed one, serves no other. */
class Houses {
  #house: FaultHouse | undefined;
  #questions = 0;
  #single = false;

  constructor(
    private readonly options: RunOptions,
    private readonly output: RunOutput,
  ) {}

  async for(scenario: Scenario): Promise<FaultHouse> {
    const { broker, questions } = this.options;
    const { signal } = this.output;
    if (scenario.house || this.#questions + questions > questionsPerHouse) await this.close();
    this.#single = scenario.house !== undefined;
    this.#questions += questions;
    return (this.#house ??= await startFaultHouse({ broker, signal, ...scenario.house }));
  }

  async release(failed: boolean): Promise<void> {
    if (failed || this.#single) await this.close();
  }

  async close(): Promise<void> {
    const house = this.#house;
    this.#house = undefined;
    this.#questions = 0;
    await house?.stop();
  }
}
