import { type Check, found, onAnswer } from './check.js';

/** A cited document is the id of a fragment or reference that stood in the window. */
export const documentationCitationsCheck: Check = {
  layer: 'meaning',
  codes: ['documentation.unknown_citation'],
  run: onAnswer((answer, { draft: { window } }) => {
    const known = new Set([...window.fragments, ...window.references].map(({ id }) => id));
    return answer.documentationCitations.flatMap((id, index) =>
      known.has(id) ? [] : [found('documentation.unknown_citation', `/documentationCitations/${index}`)],
    );
  }),
};
