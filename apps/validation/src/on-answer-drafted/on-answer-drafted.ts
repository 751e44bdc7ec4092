import { type Code, type ConfigurationSnapshot, type Draft, draftDigest, type IncomingEvent } from '#libs/contracts';
import { deadLetter, type DirectSlice, done, retry } from '#libs/event-flow';

import { type Decision } from '../domain/decide.js';
import { judge } from '../domain/judge.js';
import { type ConfigurationWait } from './configuration-wait.js';
import { outcomeOf, type Seal } from './outcome.js';

export interface AnswerDraftedParts {
  readonly configuration: () => ConfigurationSnapshot;
  readonly wait: ConfigurationWait;
  readonly seal: Seal;
  /** Told of every decision; `code` is empty where an answer was approved whole. */
  readonly decided: (decision: Decision['kind'], code: Code | '') => void;
}

/**
 * Judges a draft under the configuration of this service and emits exactly one of `answers.approved.v1`,
 * `answers.repair-requested.v1` and `answers.rejected.v1`, and with an approved proposal its acts. Bytes follow from the event and the configuration alone,
 * so a redelivery repeats them.
 */
export function onAnswerDrafted({ configuration, wait, seal, decided }: AnswerDraftedParts): DirectSlice<Draft> {
  return async (event) => {
    const own = configuration();
    if (isUnread(event.data.configuration, own)) {
      return wait.isOver(recordName(event)) ? deadLetter('config.unknown_revision') : retry('config.unknown_revision');
    }
    wait.forget(recordName(event));
    const judgement = judge(event.data);
    if (judgement === undefined) return deadLetter('event.schema', '/outcome/code');
    const named = draftDigest(event.record.value ?? Buffer.alloc(0));
    const outcome = await outcomeOf({ event, draftDigest: named, judgement, configuration: own, seal });
    decided(outcome.kind, outcome.code);
    return done(...outcome.events);
  };
}

/** A draft of a later revision, or of the same one with other content: it was made under what we never read. */
function isUnread(made: Draft['configuration'], own: ConfigurationSnapshot): boolean {
  return made.revision > own.revision || (made.revision === own.revision && made.digest !== own.digest);
}

function recordName({ record: { topic, partition, offset } }: IncomingEvent): string {
  return `${topic}-${partition}-${offset}`;
}
