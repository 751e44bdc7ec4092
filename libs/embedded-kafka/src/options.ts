export interface EmbeddedBrokerOptions {
  /** The folder for everything that the broker keeps; made if it is not there. One broker at a time may have it. */
  dataDir: string;
  /** The address to listen on; 127.0.0.1 by default. Anything but loopback needs `allowAnyHost`: there is no authentication. */
  host?: string;
  allowAnyHost?: boolean;
  /** 9092 by default; 0 takes a free port. */
  port?: number;
  /** How long the first rebalance of an empty group waits for more members, in ms; 0 by default (Apache Kafka: 3000). */
  groupInitialRebalanceDelayMs?: number;
  /** Whether data is synced to disk before it is acknowledged; true by default. Without it a power cut may lose acknowledged records. */
  fsync?: boolean;
  /** Whether asking for the metadata of an unknown topic creates it (with one partition); false by default. */
  autoCreateTopics?: boolean;
  /** How often old segments are looked for, in ms; 30,000 by default. */
  retentionCheckMs?: number;
  /** Takes one line for each event worth knowing (a torn tail, a dropped connection); never content. Silent by default. */
  log?: (line: string) => void;
}

export interface EmbeddedBroker {
  readonly host: string;
  readonly port: number;
  readonly clusterId: string;
  /** Closes connections and files and gives the folder back. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Why a broker did not start. `data_dir.locked`: another broker has the folder. `data_dir.unreadable`: it cannot be read or
 * holds damage that a crash does not explain. `port.taken`: the address is in use. `host.refused`: it cannot be listened on, or
 * is not loopback.
 */
export type BrokerStartErrorCode = 'data_dir.locked' | 'data_dir.unreadable' | 'port.taken' | 'host.refused';

export class BrokerStartError extends Error {
  override readonly name = 'BrokerStartError';

  constructor(
    readonly code: BrokerStartErrorCode,
    sentence: string,
  ) {
    super(sentence);
  }
}
