import { type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { type DestinationStream, type Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';

import { EventFlowStrategy } from '#libs/event-flow';

import { type FollowedConfiguration } from '../configuration/configuration-source.js';
import { followConfiguration, type FollowParts } from '../configuration/follow-configuration.js';
import { buildOf } from '../health/build.js';
import { Readiness } from '../health/readiness.js';
import { readinessMetrics } from '../health/readiness-metrics.js';
import { requestValidation } from '../http/request-validation.js';
import { errorFields } from '../log/error-fields.js';
import { createLog } from '../log/log.js';
import { NestLog } from '../log/nest-log.js';
import { requestLog } from '../log/request-log.js';
import { resolveSecret } from '../secrets/secrets.js';
import { type HostParts, type RunningService, type ServiceComposition, type ServiceDefinition } from '../service.js';
import { type ServiceSettings } from '../settings.js';
import { type Environment, readSettings } from '../settings/read-settings.js';
import { StartError } from '../start-error.js';
import { openTracing } from '../tracing/open-tracing.js';
import { type OpenTracing } from '../tracing/otlp-tracing.js';
import { HostModule } from './host.module.js';
import { kafkaSettings } from './kafka-settings.js';
import { Lifecycle } from './lifecycle.js';
import { listen } from './listen.js';

export interface RunOptions {
  /** Called once for a fault that only a new process heals. */
  readonly onFatal?: (code: string) => void;
  /** Gives up a start that is still going on (it may wait for a broker). */
  readonly signal?: AbortSignal;
  /** Where log lines go; standard output by default. */
  readonly logTo?: DestinationStream;
  /** Where the configuration comes from; the broker by default. */
  readonly follow?: (parts: FollowParts) => FollowedConfiguration;
}

/**
 * Starts one service: settings, composition; then HTTP (a taken port is found before a group is joined, and health
 * answers while the broker is away), the configuration, read to its end, the event flow, the workers.
 * @throws StartError with one sentence for what the operator can mend; what was opened is closed again
 */
export async function runService<S extends ServiceSettings>(
  definition: ServiceDefinition<S>,
  environment: Environment,
  options: RunOptions = {},
): Promise<RunningService> {
  const settings = readSettings(definition.settings, environment);
  const log = createLog(definition.service, settings.LOG_LEVEL, options.logTo);
  const build = buildOf(definition.service, settings.BUILD_COMMIT);
  const tracing = await openTracing(settings.OTEL_EXPORTER_OTLP_ENDPOINT, build, log);
  const kafka = await kafkaSettings(definition.service, settings);
  const onFatal = (code: string) => {
    log.fatal({ code }, 'the service cannot go on');
    options.onFatal?.(code);
  };
  const configuration = (options.follow ?? followConfiguration)({ service: definition.service, kafka, log, onFatal });
  const host: HostParts = {
    log,
    metrics: newRegistry(),
    configuration,
    kafka,
    build,
    tracing,
    secret: (ref) => resolveSecret(ref, environment),
    onFatal,
  };
  const composition = withHostParts(await definition.compose(settings, host), configuration, tracing);
  const readiness = new Readiness([
    configuration,
    ...(composition.flow ? [composition.flow] : []),
    ...composition.workers,
  ]);
  readinessMetrics(host.metrics, () => readiness.now());
  const lifecycle = new Lifecycle(composition, readiness, log);
  const app = await createApp(HostModule.around({ composition, host, configuration, readiness, lifecycle }), log).catch(
    async (error: unknown) => {
      await lifecycle.onApplicationShutdown();
      throw error;
    },
  );
  let closing: Promise<void> | undefined;
  const starting = new AbortController();
  const close = () => {
    starting.abort();
    return (closing ??= app.close().finally(() => lifecycle.onApplicationShutdown()));
  };
  try {
    const url = await listen(app, settings.HTTP_HOST, settings.HTTP_PORT);
    configuration.start();
    const parts = startParts(app, composition, configuration, lifecycle, starting.signal);
    await Promise.race([parts, abortionOf(options.signal)]);
    const { version, commit, node } = host.build;
    log.info({ url, configRevision: configuration.current().revision, version, commit, node }, 'started');
    return { app, url, close };
  } catch (error) {
    await close().catch((second: unknown) =>
      log.error(errorFields(second), 'a failed start did not close in good order'),
    );
    throw error;
  }
}

async function startParts(
  app: INestApplication,
  { flow, prepare }: ServiceComposition,
  configuration: FollowedConfiguration,
  lifecycle: Lifecycle,
  signal: AbortSignal,
): Promise<void> {
  await prepare?.(signal);
  await configuration.reached(1, signal);
  if (flow) app.connectMicroservice({ strategy: new EventFlowStrategy(flow) });
  await app.startAllMicroservices();
  await lifecycle.startWorkers();
}

/** Settles only by failing. */
function abortionOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => reject(new StartError('The service was stopped before it had started.'));
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
}

/** The last spans are those of the stop itself. */
function withHostParts(
  composition: ServiceComposition,
  configuration: FollowedConfiguration,
  tracing: OpenTracing | undefined,
): ServiceComposition {
  const release = [...composition.release, () => configuration.stop(), ...(tracing ? [() => tracing.stop()] : [])];
  return { ...composition, release };
}

function newRegistry(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

async function createApp(module: ReturnType<typeof HostModule.around>, log: Logger): Promise<INestApplication> {
  const app = await NestFactory.create<NestExpressApplication>(module, {
    logger: new NestLog(log),
    abortOnError: false,
    // Each module reads the bodies that it takes, with their limits (jsonBody).
    bodyParser: false,
    // An open event stream would keep the server from closing for ever.
    forceCloseConnections: true,
  });
  app.disable('x-powered-by');
  app.use(helmet());
  app.use(requestLog(log));
  app.useGlobalPipes(requestValidation());
  return app;
}
