import { Controller, Get, Header } from '@nestjs/common';

import { publicJwks } from '#libs/seal';

import { type TrustedKeys } from '../ports/trusted-keys.port.js';

/** The trusted keys as an injectable. */
export class ServedKeys {
  constructor(readonly trusted: TrustedKeys) {}
}

/** Public: whoever holds a published answer can check its seal. */
@Controller('.well-known')
export class JwksController {
  constructor(private readonly keys: ServedKeys) {}

  /** `GET /.well-known/jwks.json`: the JWK set (RFC 7517) of all keys that verify; a revoked one is not among them. */
  @Get('jwks.json')
  @Header('content-type', 'application/jwk-set+json')
  @Header('cache-control', 'public, max-age=60')
  show() {
    return publicJwks(this.keys.trusted.current());
  }
}
