import { type Check, found } from './check.js';

/** The response text is one JSON value that every reader reads alike. */
export const parseCheck: Check = {
  layer: 'parse',
  codes: [
    'parse.not_json',
    'parse.mixed_text',
    'parse.duplicate_key',
    'parse.too_deep',
    'parse.too_large',
    'parse.unsafe_number',
    'parse.ill_formed',
  ],
  run: ({ reading }) => {
    if (reading.kind === 'none') return null;
    if (reading.kind !== 'unreadable') return [];
    return reading.problems.map(({ code, at }) => found(code, null, { start: at, end: at }));
  },
};
