import { draftOf } from '../drafts-in-spec.js';
import { failuresOf } from './examine-in-spec.js';
import { markersCheck } from './markers.js';

describe('the check of citation markers', () => {
  it.each([
    ['places of the window', 'It takes five days [1, 2].', []],
    ['a place outside the window', 'It takes five days [999].', ['reference.unknown_marker /answer 19-24']],
    ['code', 'Use `items[7]` in the export [2].', []],
  ])('given an answer with %s', (_name, text, failures) => {
    expect(failuresOf(markersCheck, draftOf({ answer: text }))).toEqual(failures);
  });

  it('given a limitation with an unknown marker, then it fails there', () => {
    expect(failuresOf(markersCheck, draftOf({ limitations: ['a', 'b [3]'] }))).toEqual([
      'reference.unknown_marker /limitations/1 2-5',
    ]);
  });

  it('given a window without references, then every marker is unknown', () => {
    const window = { entities: [], fragments: [], references: [] };
    expect(failuresOf(markersCheck, draftOf({ answer: 'a [1]', limitations: [] }, { window }))).toHaveLength(1);
  });
});
