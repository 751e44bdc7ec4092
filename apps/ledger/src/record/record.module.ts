import { type DynamicModule } from '@nestjs/common';
import { type DataSource } from 'typeorm';

import { ApiTokenModule, type ApiTokenOptions } from '#libs/service-host';

import { auditContentReads } from '../audit/content-reads.js';
import { postgresStoryReader } from './adapters/postgres/story-reader.js';
import { AUDIT_CONTENT_READ, InteractionsController, STORY_READER, VAULT } from './api/interactions.controller.js';
import { type Vault } from './ports/vault.port.js';

/** The HTTP side of the record. */
export class RecordModule {
  static of(dataSource: DataSource, vault: Vault, tokens: ApiTokenOptions): DynamicModule {
    return {
      module: RecordModule,
      imports: [ApiTokenModule.of(tokens)],
      controllers: [InteractionsController],
      providers: [
        { provide: STORY_READER, useValue: postgresStoryReader(dataSource) },
        { provide: VAULT, useValue: vault },
        { provide: AUDIT_CONTENT_READ, useValue: auditContentReads(dataSource) },
      ],
    };
  }
}
