import { type ApiToken, type Configuration, interactionId } from '#libs/contracts';
import { HttpProblem } from '#libs/service-host';

import { type InteractionId } from '../domain/question.js';
import { type QuestionViews } from '../ports/question-views.port.js';
import { type TrustedKeys } from '../ports/trusted-keys.port.js';
import { disclose, type Disclosure, discloseTo, type Moment } from './disclosure.js';

export interface InteractionPorts {
  readonly views: QuestionViews;
  readonly keys: TrustedKeys;
  readonly configuration: () => Configuration;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const idPattern = new RegExp(interactionId.pattern ?? '^$');

/** Questions as their readers see them. */
export class Interactions {
  constructor(private readonly ports: InteractionPorts) {}

  /** @throws HttpProblem 404 for what is not there and for what this reader may not see, alike */
  async read(id: string, reader: ApiToken): Promise<Disclosure> {
    const { namespace } = reader;
    const disclosure = idPattern.test(id) ? await this.look({ namespace, interactionId: id }, reader) : undefined;
    return found(disclosure);
  }

  /** As `read`, undefined for what is not there or not for this reader. */
  async look(id: InteractionId, reader: ApiToken): Promise<Disclosure | undefined> {
    return discloseTo(reader, await this.ports.views.find(id), this.now());
  }

  /** For whoever has just asked this very question. */
  async present(id: InteractionId): Promise<Disclosure> {
    return found(await disclose(await this.ports.views.find(id), this.now()));
  }

  private now(): Moment {
    const { configuration, keys, clock } = this.ports;
    return { configuration: configuration(), keys: keys.current(), time: clock() };
  }
}

function found(disclosure: Disclosure | undefined): Disclosure {
  if (disclosure === undefined) throw new HttpProblem(404, 'http.not_found');
  return disclosure;
}
