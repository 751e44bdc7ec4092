import { type Check, found } from './check.js';

/** The object is the answer contract's, with nothing missing, nothing beside it, and lists that are not endless. */
export const contractCheck: Check = {
  layer: 'schema',
  codes: ['schema.contract'],
  run: ({ reading }) => {
    if (reading.kind === 'off_contract') return [found('schema.contract', reading.violation.pointer)];
    return reading.kind === 'answer' ? [] : null;
  },
};
