import { markersIn } from '../text/markers.js';
import { type Check, found, onAnswer } from './check.js';
import { publishedStrings } from '../published-strings.js';

/** Every citation number in the answer and its limitations is the place of a reference in the window. */
export const markersCheck: Check = {
  layer: 'meaning',
  codes: ['reference.unknown_marker'],
  run: onAnswer((answer, { draft }) => {
    const known = draft.window.references.length;
    return publishedStrings(answer).flatMap(({ pointer, text }) =>
      markersIn(text, known)
        .filter(({ ranges }) => ranges === null)
        .map(({ start, end }) => found('reference.unknown_marker', pointer, { start, end })),
    );
  }),
};
