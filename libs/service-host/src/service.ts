import { type DynamicModule, type INestApplication } from '@nestjs/common';
import { type Registry } from 'prom-client';

import { type SecretRef, type Service } from '#libs/contracts';
import { type EventFlow, type FlowLog, type FlowReadiness, type KafkaSettings, type Tracing } from '#libs/event-flow';
import { type Result } from '#libs/kernel';

import { type ConfigurationSource } from './configuration/configuration-source.js';
import { type Build } from './health/build.js';
import { type SecretProblem } from './secrets/secrets.js';
import { type ServiceSettings } from './settings.js';

/** What the host hands to a service's composition root. */
export interface HostParts {
  readonly log: FlowLog;
  /** The service's own metrics registry, served at `/metrics`. */
  readonly metrics: Registry;
  /** Not read yet while the service is composed; it is when its flow and its workers start. */
  readonly configuration: ConfigurationSource;
  /** How the service reaches the broker: its login is read once, here. */
  readonly kafka: KafkaSettings;
  readonly build: Build;
  /** undefined where tracing is off. */
  readonly tracing: Tracing | undefined;
  /** The value of a secret that the configuration names. */
  readonly secret: (ref: SecretRef) => Promise<Result<string, SecretProblem>>;
  /** For a fault that only a new process heals: the process stops in good order and exits non-zero. */
  readonly onFatal: (code: string) => void;
}

/** A loop of a service's own: a job worker, a deadline sweep. */
export interface Worker {
  readonly name: string;
  start(): Promise<void>;
  /** Takes no new work, finishes or gives back what it holds. */
  stop(): Promise<void>;
  readiness(): FlowReadiness;
}

/** A service, composed but not started. */
export interface ServiceComposition {
  /** Controllers and their providers; an empty module for a service without HTTP of its own. */
  readonly module: DynamicModule;
  /** null for a service that neither reads nor writes topics yet. */
  readonly flow: EventFlow | null;
  readonly workers: readonly Worker[];
  /**
   * What must be done before the configuration can be there: the ledger writes it. Health answers already.
   * @throws the signal's reason when the start is given up
   */
  readonly prepare?: (signal: AbortSignal) => Promise<void>;
  /** Pools and clients, released last, in this order. */
  readonly release: readonly (() => Promise<void>)[];
}

export interface ServiceDefinition<S extends ServiceSettings> {
  readonly service: Service;
  readonly settings: new () => S;
  readonly compose: (settings: S, host: HostParts) => Promise<ServiceComposition>;
}

export interface RunningService {
  readonly app: INestApplication;
  /** `http://127.0.0.1:3001` */
  readonly url: string;
  /** Readiness off, drain, commit, leave, then pools; resolves when nothing of the service is left. */
  close(): Promise<void>;
}
