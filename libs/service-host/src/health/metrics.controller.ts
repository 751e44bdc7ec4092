import { Controller, Get, Res } from '@nestjs/common';
import { type Response } from 'express';
import { Registry } from 'prom-client';

/** The service's registry in the Prometheus text format: ids of nobody, content of nothing. */
@Controller('metrics')
export class MetricsController {
  constructor(private readonly registry: Registry) {}

  @Get()
  async metrics(@Res() response: Response): Promise<void> {
    response.type(this.registry.contentType).send(await this.registry.metrics());
  }
}
