import { type StackProcess } from '../../../tools/stack/child-process.js';
import { type BrokerView, type LoadRecord, type SeenRecord } from '../broker-view.js';

/** Milliseconds of CPU since each process began, by part. */
export interface CpuReading {
  readonly services: Readonly<Record<string, number>>;
  readonly broker: number;
  readonly postgres: number;
}

/** One way from an input topic to an output topic, which the same load goes. */
export interface Lane {
  readonly name: string;
  readonly view: BrokerView;
  readonly input: string;
  readonly output: string;
  /** Records that a first run gets, before anything is known of the lane's speed. */
  readonly firstCount: number;
  /** Held by SIGSTOP while the input is filled, so that all of it lies there when the clock starts. */
  readonly held: () => readonly StackProcess[];
  /** Whatever must be there before the load comes; and the load. */
  prepare(count: number): Promise<readonly LoadRecord[]>;
  cpu(): CpuReading;
  /** Resolves when nobody has anything left to do. */
  settled(): Promise<void>;
  /** @throws Error when one of the outputs is not what it must be */
  check(outputs: readonly SeenRecord[]): Promise<void>;
}
