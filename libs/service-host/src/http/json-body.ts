import express, { type NextFunction, type Request, type RequestHandler } from 'express';

import { HttpProblem } from './http-problem.js';

const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Reads a JSON body of at most `limitBytes` into `request.body`, for a module's `configure`. Anything else is
 * answered with its code: another content type or an encoding 415, too large 413, not JSON in UTF-8 400.
 */
export function jsonBody(limitBytes: number): RequestHandler {
  const read = express.raw({ type: () => true, limit: limitBytes, inflate: false });
  return (request, response, next) => {
    if (!withBody.has(request.method)) {
      next();
      return;
    }
    if (!isJson(request)) {
      next(new HttpProblem(415, 'http.content_type'));
      return;
    }
    read(request, response, (error?: unknown) => parse(request, error, next));
  };
}

function isJson(request: Request): boolean {
  const [media = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  return media.trim() === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset));
}

function parse(request: Request, error: unknown, next: NextFunction): void {
  if (error !== undefined) {
    next(error);
    return;
  }
  try {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    request.body = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) as unknown;
  } catch {
    next(new HttpProblem(400, 'http.not_json'));
    return;
  }
  next();
}
