import { type CallHandler, type ExecutionContext, type NestInterceptor, UseInterceptors } from '@nestjs/common';
import express, { type Request, type RequestHandler, type Response } from 'express';

import { HttpProblem } from './http-problem.js';

/**
 * The route takes a JSON body of at most `limitBytes`. It is read after the guards, so that nobody without a token,
 * or above its rate, makes us read it. Anything else is answered with its code: another content type or an encoding
 * 415, too large 413, not JSON in UTF-8 400.
 */
export const JsonBody = (limitBytes: number) => UseInterceptors(new JsonBodyReader(limitBytes));

class JsonBodyReader implements NestInterceptor {
  private readonly read: RequestHandler;

  constructor(limitBytes: number) {
    this.read = express.raw({ type: () => true, limit: limitBytes, inflate: false });
  }

  async intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!isJson(request)) throw new HttpProblem(415, 'http.content_type');
    await this.readInto(request, http.getResponse<Response>());
    request.body = parsed(request.body);
    return next.handle();
  }

  private readInto(request: Request, response: Response): Promise<void> {
    return new Promise((resolve, reject) => {
      void this.read(request, response, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error('the body could not be read'));
      });
    });
  }
}

function isJson(request: Request): boolean {
  const [media = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  return media.trim() === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset));
}

function parsed(body: unknown): unknown {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) as unknown;
  } catch {
    throw new HttpProblem(400, 'http.not_json');
  }
}
