import { draftOf } from '../drafts-in-spec.js';
import { entityCitationsCheck } from './entity-citations.js';
import { failuresOf } from './examine-in-spec.js';

const known = { documentType: 'ORDER', identity: 'ORD-1042' };
const unknown = { documentType: 'ORDER', identity: 'ORD-5555' };

const executed = { action: 'cancel', reference: 'audit-7', executedAt: '2026-11-30T12:00:00Z' };

describe('the check of entity citations', () => {
  it.each([
    ['an entity of the window', { entityCitations: [known, known] }, []],
    [
      'the entity of a reference',
      { entityCitations: [{ documentType: 'DOCUMENT', identity: 'about DOC-SHIP-01' }] },
      [],
    ],
    ['no entity', { entityCitations: [] }, []],
    [
      'an unknown one that the text does not name',
      { entityCitations: [known, unknown] },
      ['entity.unknown_citation /entityCitations/1'],
    ],
    [
      'an unknown one that a limitation names in another form',
      { entityCitations: [unknown], limitations: ['Not so for ｏｒｄ-5555.'] },
      ['entity.unknown_mention /limitations/0', 'entity.unknown_citation /entityCitations/0'],
    ],
    [
      'a known identity of another kind, named in the text',
      { entityCitations: [{ documentType: 'INVOICE', identity: 'ORD-1042' }] },
      ['entity.unknown_mention /answer', 'entity.unknown_citation /entityCitations/0'],
    ],
  ])('given %s', (_name, answer, failures) => {
    expect(failuresOf(entityCitationsCheck, draftOf(answer))).toEqual(failures);
  });

  it.each([
    ['a target', { targets: [unknown] }],
    ['what the intent names', { intent: { actions: [], targets: [unknown], limits: {} } }],
    ['what an executed action changed', { executedActions: [{ ...executed, target: unknown }] }],
  ])('given %s, then it was given too', (_name, parts) => {
    const more = { request: { ...draftOf({}).request, ...parts } };
    expect(failuresOf(entityCitationsCheck, draftOf({ entityCitations: [unknown] }, more))).toEqual([]);
  });
});
