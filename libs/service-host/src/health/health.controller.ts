import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { type Response } from 'express';

import { type FollowedConfiguration } from '../configuration/configuration-source.js';
import { type Build } from './build.js';
import { Readiness } from './readiness.js';

export const HOST_BUILD = Symbol('build');
export const CONFIGURATION = Symbol('configuration');

@Controller('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    @Inject(HOST_BUILD) private readonly build: Build,
    @Inject(CONFIGURATION) private readonly configuration: Pick<FollowedConfiguration, 'inForce'>,
  ) {}

  /** 200 while the process answers at all. */
  @Get('live')
  live() {
    return { live: true };
  }

  /** 200 when the service does its work, 503 with the codes of what it lacks; the revision in force, null before one is. */
  @Get('ready')
  @Header('cache-control', 'no-store')
  ready(@Res({ passthrough: true }) response: Response) {
    const { ready, reasons } = this.readiness.now();
    response.status(ready ? 200 : 503);
    return { ready, reasons, configRevision: this.configuration.inForce()?.revision ?? null };
  }

  @Get('build')
  about(): Build {
    return this.build;
  }
}
