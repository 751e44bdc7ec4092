import { Controller, Get, Header, Inject, Param, Query } from '@nestjs/common';

import { type ApiToken } from '#libs/contracts';
import { CurrentToken, HttpProblem, RequireScope, RequireToken } from '#libs/service-host';

import { type AuditContentRead } from '../../audit/content-reads.js';
import { type IndexedInteraction, type StoryReader } from '../ports/story-reader.port.js';
import { type Vault } from '../ports/vault.port.js';
import { askedBy } from './asked-by.js';
import { readCursor, writeCursor } from './cursor.js';
import { ListInteractionsQuery, ReadInteractionQuery } from './interaction-queries.js';
import { contentStoryView, interactionView, storyView } from './interaction-view.js';

export const STORY_READER = Symbol('story reader');
export const VAULT = Symbol('vault');
export const AUDIT_CONTENT_READ = Symbol('audit of content reads');

/** A story is cut here, and says so: duplicates and dead letters of one interaction have no bound. */
const storyLimit = 500;
/** An id that so many different questions were asked under tells nobody who asked. */
const questionLimit = 20;

/**
 * The record, read by interaction, within the namespace of the token: by a token with the channel's scope `read`, or
 * by the principal that asked; anything else is not there. Metadata (numbers, ids, digests, codes) unless content is
 * asked for.
 */
@Controller('api/interactions')
export class InteractionsController {
  constructor(
    @Inject(STORY_READER) private readonly reader: StoryReader,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(AUDIT_CONTENT_READ) private readonly audit: AuditContentRead,
  ) {}

  /** Newest first; `next` is the cursor of the following page, null on the last. Errors: 400, 401, 403, 429. */
  @Get()
  @RequireScope('read')
  @Header('cache-control', 'no-store')
  async list(@Query() query: ListInteractionsQuery, @CurrentToken() token: ApiToken) {
    if (query.namespace !== undefined && query.namespace !== token.namespace) throw forbidden();
    const before = query.cursor === undefined ? undefined : readCursor(query.cursor);
    if (query.cursor !== undefined && before === undefined) throw new HttpProblem(400, 'http.invalid', '/cursor');
    const { channel, outcome: state, code, limit } = query;
    const found = await this.reader.list(token, { channel, state, code, before, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    return { interactions: page.map(interactionView), next: last ? writeCursor(last) : null };
  }

  /** The interaction and its story in the order of causes. Errors: 400, 401, 403, 404, 429. */
  @Get(':id')
  @RequireToken()
  @Header('cache-control', 'no-store')
  async read(@Param('id') id: string, @Query() query: ReadInteractionQuery, @CurrentToken() token: ApiToken) {
    const wantsContent = query.content === 'true';
    if (wantsContent && !token.scopes.includes('content.read')) throw forbidden();
    const interaction = await this.reader.find(token.namespace, id);
    if (interaction === undefined || !(await this.mayRead(interaction, token))) {
      throw new HttpProblem(404, 'http.not_found');
    }
    return wantsContent ? this.withContent(interaction, token) : this.metadata(interaction);
  }

  private async mayRead(interaction: IndexedInteraction, token: ApiToken): Promise<boolean> {
    if (token.scopes.includes('read') && token.channels.includes(interaction.channel)) return true;
    const questions = await this.reader.questions(interaction, questionLimit);
    return questions.length < questionLimit && askedBy(token.principal, questions, this.vault);
  }

  private async metadata(interaction: IndexedInteraction) {
    const events = await this.reader.events(interaction, storyLimit + 1);
    return storyView(interaction, events.slice(0, storyLimit), events.length > storyLimit);
  }

  /** The audit row is committed before the first byte is decrypted. */
  private async withContent(interaction: IndexedInteraction, reader: ApiToken) {
    const events = await this.reader.sealed(interaction, storyLimit + 1);
    const { namespace, interactionId } = interaction;
    const shown = events.slice(0, storyLimit);
    await this.audit({ reader, namespace, interactionId, records: shown.length });
    return contentStoryView(interaction, shown, events.length > storyLimit, this.vault);
  }
}

const forbidden = () => new HttpProblem(403, 'http.forbidden');
