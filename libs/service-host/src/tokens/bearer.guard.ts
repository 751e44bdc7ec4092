import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request } from 'express';

import { type ApiToken, type TokenScope } from '#libs/contracts';

import { HttpProblem } from '../http/http-problem.js';
import { TokenAuthority } from './token-authority.js';

export type RequiredScopes = readonly TokenScope[] | 'any';
export const requiredScopes = Reflector.createDecorator<RequiredScopes>();

/** A request after the guard. */
export type BearerRequest = Request & { apiToken?: ApiToken };

/** 401 without a valid token, 403 where it has none of the scopes of the route. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly authority: TokenAuthority,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<BearerRequest>();
    const token = this.authority.authenticate(request.headers.authorization);
    if (token === undefined) throw unauthorised();
    const anyOf = this.reflector.getAllAndOverride(requiredScopes, [context.getHandler(), context.getClass()]);
    if (anyOf !== 'any' && !anyOf.some((scope) => token.scopes.includes(scope))) {
      throw new HttpProblem(403, 'http.forbidden');
    }
    request.apiToken = token;
    return true;
  }
}

const unauthorised = () =>
  new HttpProblem(401, 'http.unauthorised', null, { 'www-authenticate': 'Bearer realm="imprimatur"' });
