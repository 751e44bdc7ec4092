import { type Draft, type EntityRef } from '#libs/contracts';

import { placesResting } from '../text/rests-on.js';
import { type Check, found, onAnswer } from './check.js';

/**
 * A cited entity was given: in the window, as an entity or as what a reference speaks of, as a target, or as what an
 * executed action changed; kind and identity together.
 */
export const entityCitationsCheck: Check = {
  layer: 'meaning',
  codes: ['entity.unknown_mention', 'entity.unknown_citation'],
  run: onAnswer((answer, { draft }) => {
    const known = knownEntities(draft);
    const unknown = answer.entityCitations
      .map((entity, index) => ({ entity, pointer: `/entityCitations/${index}` }))
      .filter(({ entity }) => !known.has(keyOf(entity)));
    if (unknown.length === 0) return [];
    const places = placesResting(answer, [...new Set(unknown.map(({ entity }) => entity.identity))]);
    if (places === undefined) throw new Error('nobody can tell what the text rests on');
    return [
      ...places.map((pointer) => found('entity.unknown_mention', pointer)),
      ...unknown.map(({ pointer }) => found('entity.unknown_citation', pointer)),
    ];
  }),
};

function knownEntities({ window: { entities, references }, request }: Draft): Set<string> {
  const { targets = [], executedActions = [], intent } = request;
  const changed = executedActions.flatMap(({ target }) => (target === undefined ? [] : [target]));
  const spokenOf = references.map(({ entity }) => entity);
  return new Set([...entities, ...spokenOf, ...targets, ...(intent?.targets ?? []), ...changed].map(keyOf));
}

const keyOf = ({ documentType, identity }: EntityRef): string => JSON.stringify([documentType, identity]);
