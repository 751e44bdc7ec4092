import { randomUUID } from 'node:crypto';

import { type Request, type RequestHandler, type Response } from 'express';
import { type Logger } from 'pino';
import { pinoHttp } from 'pino-http';

/**
 * One line a request: id, method, route pattern, status, milliseconds. No path (it may hold what a person typed), no
 * query string, no headers, no bodies. Health and metrics are asked too often to be worth a line.
 */
export function requestLog(log: Logger): RequestHandler {
  return pinoHttp<Request, Response>({
    logger: log,
    genReqId: () => randomUUID(),
    autoLogging: { ignore: ({ path }) => path === '/metrics' || path.startsWith('/health/') },
    wrapSerializers: false,
    serializers: {
      req: ({ id, method }: Request) => ({ id, method }),
      res: ({ statusCode }: Response) => ({ statusCode }),
      err: () => undefined,
    },
    customProps: (request) => ({ route: routeOf(request) }),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
  });
}

function routeOf(request: Request): string | null {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : null;
}
