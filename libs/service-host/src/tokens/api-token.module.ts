import {
  applyDecorators,
  createParamDecorator,
  type DynamicModule,
  type ExecutionContext,
  UseGuards,
} from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';

import { type ApiToken, type Configuration, type TokenScope } from '#libs/contracts';

import { BearerGuard, type BearerRequest, requiredScopes, type RequiredScopes } from './bearer.guard.js';
import { TokenAuthority } from './token-authority.js';
import { TokenRateGuard } from './token-rate.guard.js';

export interface ApiTokenOptions {
  /** The configuration in force, asked at each request. */
  readonly configuration: () => Pick<Configuration, 'apiTokens'>;
  readonly requestsPerMinute: number;
  readonly now?: () => Date;
}

/** Bearer tokens with a rate limit for each, for the module of a service whose API takes them. */
export class ApiTokenModule {
  static of({ configuration, requestsPerMinute, now = () => new Date() }: ApiTokenOptions): DynamicModule {
    const authority = { provide: TokenAuthority, useValue: new TokenAuthority(configuration, now) };
    return {
      module: ApiTokenModule,
      imports: [ThrottlerModule.forRoot([{ limit: requestsPerMinute, ttl: 60_000 }])],
      providers: [authority],
      exports: [authority, ThrottlerModule],
    };
  }
}

/** The route, or every route of the controller, needs a token with one of these scopes. */
export const RequireScope = (...anyOf: [TokenScope, ...TokenScope[]]) => guarded(anyOf);

/** As `RequireScope`, with whatever scopes: for a route that decides by the token's principal. */
export const RequireToken = () => guarded('any');

const guarded = (anyOf: RequiredScopes) =>
  applyDecorators(requiredScopes(anyOf), UseGuards(BearerGuard, TokenRateGuard));

/** The token of the request, on a route with `RequireScope` or `RequireToken`. */
export const CurrentToken = createParamDecorator((_: unknown, context: ExecutionContext): ApiToken => {
  const { apiToken } = context.switchToHttp().getRequest<BearerRequest>();
  if (apiToken === undefined) throw new Error('CurrentToken stands on a route that requires no token');
  return apiToken;
});
