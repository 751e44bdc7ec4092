import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const portRange = { message: 'a port from 0 to 65535, 0 for any free one' };

/**
 * The settings that every service reads, named as in the environment; each service extends them in its own
 * settings.ts. A declared default holds where the variable is not set or empty. The message says what it takes.
 */
export class ServiceSettings {
  @Matches(/^[^\s:,]+:\d{1,5}$/, { each: true, message: 'host:port, or several of them separated by commas' })
  readonly KAFKA_BROKERS: readonly string[] = ['127.0.0.1:9092'];

  /** Lets the service create its topics; only for the embedded and local brokers. */
  @IsIn([true, false], { message: 'true or false' })
  readonly KAFKA_CREATE_TOPICS: boolean = false;

  /** The principal, by SCRAM-SHA-512; only for a broker that asks for one. */
  @IsOptional()
  @Matches(/^[\w.-]{1,100}$/, { message: 'the principal at the broker, for example imprimatur-generation' })
  readonly KAFKA_SASL_USERNAME?: string;

  @IsOptional()
  @IsString({ message: "the path of the file with the principal's password, mode 0600" })
  readonly KAFKA_SASL_PASSWORD_FILE?: string;

  /** Turns TLS on. */
  @IsOptional()
  @IsString({ message: "the path of the certificates (PEM) that the broker's own must be signed by; turns TLS on" })
  readonly KAFKA_TLS_CA_FILE?: string;

  @Matches(/^[^\s/]+$/, { message: 'the address to listen on, for example 127.0.0.1' })
  readonly HTTP_HOST: string = '127.0.0.1';

  @IsInt(portRange)
  @Min(0, portRange)
  @Max(65535, portRange)
  readonly HTTP_PORT: number = 0;

  @IsIn(levels, { message: `one of ${levels.join(', ')}` })
  readonly LOG_LEVEL: string = 'info';

  /** Tracing is off without it. `/v1/traces` is added; the exporter reads its other `OTEL_EXPORTER_OTLP_*` itself. */
  @IsOptional()
  @Matches(/^https?:\/\/[^\s?#]+$/, {
    message: 'the OTLP/HTTP endpoint that traces go to, for example http://127.0.0.1:4318',
  })
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  /** What `/health/build` reports; set by the image's build. */
  @IsOptional()
  @Matches(/^[0-9a-f]{7,64}$/, { message: 'the commit that was built, in hexadecimal digits' })
  readonly BUILD_COMMIT?: string;
}

/** For a service with tables of its own. */
export class DatabaseSettings extends ServiceSettings {
  @Matches(/^postgres(ql)?:\/\/[^\s]+$/, {
    message: "the URL of the service's own role: postgres://role:…@host:port/database",
  })
  readonly DATABASE_URL!: string;

  @IsInt({ message: 'the connections of the pool, from 2 to 200' })
  @Min(2, { message: 'the connections of the pool, from 2 to 200' })
  @Max(200, { message: 'the connections of the pool, from 2 to 200' })
  readonly DATABASE_POOL: number = 10;
}

/** For a service whose HTTP API takes bearer tokens. */
export class ApiSettings extends DatabaseSettings {
  @IsInt({ message: 'the requests that one token may make in a minute, at least 1' })
  @Min(1, { message: 'the requests that one token may make in a minute, at least 1' })
  readonly REQUESTS_PER_MINUTE: number = 600;
}

/** The one place of the running services that touches the process's environment. */
export const processEnvironment = (): Readonly<Record<string, string | undefined>> => process.env;
