import { timingSafeEqual } from 'node:crypto';

import { type ApiToken, type Configuration } from '#libs/contracts';

import { tokenDigest } from './new-token.js';

/** Knows which bearer tokens are valid now. */
export class TokenAuthority {
  constructor(
    private readonly configuration: () => Pick<Configuration, 'apiTokens'>,
    private readonly now: () => Date,
  ) {}

  /** The token that an `Authorization` header presents; undefined when it is missing, malformed, unknown or expired. */
  authenticate(authorization: string | undefined): ApiToken | undefined {
    const presented = /^Bearer ([A-Za-z0-9._~+/-]{1,200}=*)$/i.exec(authorization ?? '')?.[1];
    if (presented === undefined) return undefined;
    const digest = Buffer.from(tokenDigest(presented));
    // Every digest is compared, in constant time each, so that the time taken says nothing about the list.
    const known = this.configuration().apiTokens.filter((token) => equal(Buffer.from(token.tokenDigest), digest));
    return known.find((token) => Date.parse(token.expiresAt) > this.now().getTime());
  }
}

const equal = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);
