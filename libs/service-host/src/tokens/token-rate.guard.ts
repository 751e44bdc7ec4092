import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';

import { HttpProblem } from '../http/http-problem.js';
import { type BearerRequest } from './bearer.guard.js';

/** Counts by token, over all its routes together; it stands behind the bearer guard. Each instance counts for itself. */
@Injectable()
export class TokenRateGuard extends ThrottlerGuard {
  protected override async getTracker(request: BearerRequest): Promise<string> {
    if (request.apiToken === undefined) throw new Error('the rate guard stands behind the bearer guard');
    return request.apiToken.tokenDigest;
  }

  protected override generateKey(_context: ExecutionContext, tracker: string): string {
    return tracker;
  }

  /** `Retry-After` (seconds) is set by the throttler before. */
  protected override async throwThrottlingException(): Promise<void> {
    throw new HttpProblem(429, 'http.rate_limited');
  }
}
