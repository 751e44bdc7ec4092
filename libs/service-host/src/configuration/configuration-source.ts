import { type ConfigurationLog, type ConfigurationSnapshot } from '#libs/contracts';
import { type FlowReadiness } from '#libs/event-flow';

/** The configuration as it lies on `config.changed.v1`, one revision after the other. */
export interface ConfigurationSource {
  /**
   * The configuration in force. What belongs together takes it once: the next call may give a later one.
   * @throws OutageError before the first one was read to its end; the flow and the workers start after that
   */
  current(): ConfigurationSnapshot;
  /** Resolves when this revision, or a later one, is in force. @throws the signal's reason when it is aborted first */
  reached(revision: number, signal: AbortSignal): Promise<void>;
  /** All that lies on the topic at the moment of the call, for who writes it. @throws the signal's reason, as above */
  readToEnd(signal: AbortSignal): Promise<ConfigurationLog>;
}

/** A source with the life of its service around it. */
export interface FollowedConfiguration extends ConfigurationSource {
  /** The configuration in force, null before the first one. */
  inForce(): ConfigurationSnapshot | null;
  start(): void;
  stop(): Promise<void>;
  readiness(): FlowReadiness;
}
