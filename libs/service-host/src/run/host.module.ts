import { type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Registry } from 'prom-client';

import { CONFIGURATION, HealthController, HOST_BUILD } from '../health/health.controller.js';
import { type FollowedConfiguration } from '../configuration/configuration-source.js';
import { MetricsController } from '../health/metrics.controller.js';
import { Readiness } from '../health/readiness.js';
import { ProblemFilter } from '../http/problem.filter.js';
import { type HostParts, type ServiceComposition } from '../service.js';
import { ReplayModule } from '../replay/replay.module.js';
import { Lifecycle } from './lifecycle.js';

interface HostModuleParts {
  readonly composition: ServiceComposition;
  readonly host: HostParts;
  readonly configuration: FollowedConfiguration;
  readonly readiness: Readiness;
  readonly lifecycle: Lifecycle;
}

/** What every service serves, around the module of its own. */
export class HostModule {
  static around({ composition, host, configuration, readiness, lifecycle }: HostModuleParts): DynamicModule {
    const providers: Provider[] = [
      { provide: Readiness, useValue: readiness },
      { provide: Registry, useValue: host.metrics },
      { provide: HOST_BUILD, useValue: host.build },
      { provide: CONFIGURATION, useValue: configuration },
      { provide: Lifecycle, useFactory: () => lifecycle },
      { provide: APP_FILTER, useFactory: () => new ProblemFilter(host.log) },
    ];
    const { flow, module } = composition;
    return {
      module: HostModule,
      imports: [module, ...(flow ? [ReplayModule.of(flow, () => configuration.current())] : [])],
      controllers: [HealthController, MetricsController],
      providers,
    };
  }
}
