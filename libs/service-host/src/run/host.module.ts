import { type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Registry } from 'prom-client';

import { CONFIG_REVISION, HealthController, HOST_BUILD } from '../health/health.controller.js';
import { MetricsController } from '../health/metrics.controller.js';
import { Readiness } from '../health/readiness.js';
import { ProblemFilter } from '../http/problem.filter.js';
import { type HostParts, type ServiceComposition } from '../service.js';
import { ReplayModule } from '../replay/replay.module.js';
import { Lifecycle } from './lifecycle.js';

/** What every service serves, around the module of its own. */
export class HostModule {
  static around(
    composition: ServiceComposition,
    host: HostParts,
    readiness: Readiness,
    lifecycle: Lifecycle,
  ): DynamicModule {
    const providers: Provider[] = [
      { provide: Readiness, useValue: readiness },
      { provide: Registry, useValue: host.metrics },
      { provide: HOST_BUILD, useValue: host.build },
      { provide: CONFIG_REVISION, useValue: host.configuration.revision },
      { provide: Lifecycle, useFactory: () => lifecycle },
      { provide: APP_FILTER, useFactory: () => new ProblemFilter(host.log) },
    ];
    return {
      module: HostModule,
      imports: [
        composition.module,
        ...(composition.flow ? [ReplayModule.of(composition.flow, host.configuration)] : []),
      ],
      controllers: [HealthController, MetricsController],
      providers,
    };
  }
}
