import { type ContextWindow, type EntityRef } from '#libs/contracts';

import { placesResting } from '../text/rests-on.js';
import { type Check, found, onAnswer } from './check.js';

/** A cited entity is in the window, as an entity or as what a reference speaks of; kind and identity together. */
export const entityCitationsCheck: Check = {
  layer: 'meaning',
  codes: ['entity.unknown_mention', 'entity.unknown_citation'],
  run: onAnswer((answer, { draft }) => {
    const known = knownEntities(draft.window);
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

function knownEntities({ entities, references }: ContextWindow): Set<string> {
  return new Set([...entities, ...references.map(({ entity }) => entity)].map(keyOf));
}

const keyOf = ({ documentType, identity }: EntityRef): string => JSON.stringify([documentType, identity]);
