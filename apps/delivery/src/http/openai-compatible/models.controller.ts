import { Controller, Get, Param, UseFilters } from '@nestjs/common';

import { type ApiToken } from '#libs/contracts';
import { CurrentToken, HttpProblem, RequireScope } from '#libs/service-host';

import { QuestionIntake } from '../question-intake.js';
import { type ModelEntry, modelEntry, modelNamesOf } from './models.js';
import { OpenAiErrorFilter } from './openai-error.filter.js';

/** What a chat request of this token may name as its model. */
@Controller('v1/models')
@UseFilters(OpenAiErrorFilter)
@RequireScope('ask')
export class ModelsController {
  constructor(private readonly intake: QuestionIntake) {}

  /** `GET /v1/models`: 200; 401; 403; 429. */
  @Get()
  list(@CurrentToken() token: ApiToken): { readonly object: 'list'; readonly data: readonly ModelEntry[] } {
    return { object: 'list', data: [...this.namesOf(token)].map(modelEntry) };
  }

  /** `GET /v1/models/:id`: 200; 404 for a name that the list does not have; 401; 403; 429. */
  @Get(':id')
  show(@Param('id') id: string, @CurrentToken() token: ApiToken): ModelEntry {
    if (!this.namesOf(token).has(id)) throw new HttpProblem(404, 'http.unknown_model');
    return modelEntry(id);
  }

  private namesOf(token: ApiToken): ReadonlySet<string> {
    return new Set(modelNamesOf(this.intake.configuration(), token).keys());
  }
}
