import { type LoggerService } from '@nestjs/common';
import { type Logger } from 'pino';

/**
 * Nest's own lines. What it says about its start is its own text; a warning or an error may quote an exception, so of
 * these only the part of Nest that speaks is kept.
 */
export class NestLog implements LoggerService {
  constructor(private readonly target: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.target.debug({ nest: contextOf(rest) }, typeof message === 'string' ? message : 'nest');
  }

  warn(_message: unknown, ...rest: unknown[]): void {
    this.target.warn({ nest: contextOf(rest) }, 'nest warned');
  }

  error(_message: unknown, ...rest: unknown[]): void {
    this.target.error({ nest: contextOf(rest) }, 'nest met an error');
  }
}

/** Nest passes its context last; a stack, which holds a message, may stand in its place. */
function contextOf(rest: readonly unknown[]): string {
  const last = rest.at(-1);
  return typeof last === 'string' && /^[A-Za-z]{1,60}$/.test(last) ? last : 'unknown';
}
