import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';

import { type InteractionState, interactionStates } from '../domain/interaction.js';

const placeName = /^[a-z][a-z0-9-]{0,39}$/;

/** The query of `GET /api/interactions`. */
export class ListInteractionsQuery {
  /** Only the token's own; another is 403. */
  @IsOptional()
  @Matches(placeName)
  readonly namespace?: string;

  @IsOptional()
  @Matches(placeName)
  readonly channel?: string;

  @IsOptional()
  @IsIn(interactionStates)
  readonly outcome?: InteractionState;

  /** The code that the outcome carries. */
  @IsOptional()
  @Matches(/^[a-z_]+(\.[a-z0-9_-]+)*$/)
  readonly code?: string;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  readonly limit: number = 50;

  /** The `next` of the page before. */
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,200}$/)
  readonly cursor?: string;
}

/** The query of `GET /api/interactions/:id`. */
export class ReadInteractionQuery {
  /** `true` asks for content, which needs the scope `content.read` and is audited. */
  @IsOptional()
  @IsIn(['true', 'false'])
  readonly content: 'true' | 'false' = 'false';
}
