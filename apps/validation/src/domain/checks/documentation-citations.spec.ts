import { draftOf } from '../drafts-in-spec.js';
import { documentationCitationsCheck } from './documentation-citations.js';
import { failuresOf } from './examine-in-spec.js';

describe('the check of documentation citations', () => {
  it.each([
    ['a reference and a fragment of the window', ['DOC-REFUND-02', 'DOC-ESC-03'], []],
    ['an entity, which is no document', ['ORD-1042'], ['documentation.unknown_citation /documentationCitations/0']],
    ['another spelling', ['DOC-ESC-03', 'doc-esc-03'], ['documentation.unknown_citation /documentationCitations/1']],
  ])('given %s', (_name, documentationCitations, failures) => {
    expect(failuresOf(documentationCitationsCheck, draftOf({ documentationCitations }))).toEqual(failures);
  });
});
