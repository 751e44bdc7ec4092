import fc from 'fast-check';

import { anonymous, type Principal, type Question } from '#libs/contracts';
import { sha256 } from '#libs/kernel';

import { holdsSourceText, mayRead, prepareWindow } from './window.js';

const reference = (id: string, readers: 'everyone' | string[]) =>
  ({
    id,
    entity: { documentType: 'Order', identity: id },
    revision: '1',
    digest: sha256(id),
    applicability: '',
    readers,
    text: `text of ${id}`,
    executionRecord: 'unknown',
  }) as const;

const questionWith = (references: ReturnType<typeof reference>[]) =>
  ({
    interactionId: 'question-1',
    channel: 'web',
    question: '?',
    context: { references },
  }) as unknown as Question;

const anna: Principal = { kind: 'human', id: 'anna', groups: ['sales'] };

describe('the window', () => {
  it('given references with readers, then only what the principal may read enters, and the rest are gaps', () => {
    const question = questionWith([
      reference('a', 'everyone'),
      reference('b', ['human:bert']),
      reference('c', ['group:sales']),
      reference('d', ['agent:anna']),
      reference('e', ['human:anna']),
    ]);
    const { window, withheld } = prepareWindow(question, anna);
    expect(window.references.map(({ id }) => id)).toEqual(['a', 'c', 'e']);
    expect(withheld.map(({ identity }) => identity)).toEqual(['b', 'd']);
  });

  it('given an anonymous asker, then no list names it, whatever it calls itself', () => {
    expect(mayRead(anonymous, 'everyone')).toBe(true);
    expect(mayRead({ ...anonymous, groups: ['sales'] }, ['group:sales'])).toBe(false);
  });

  it("given an agent's reader beside the asker, then only what both may read", () => {
    const references = [reference('a', ['human:anna']), reference('b', 'everyone'), reference('c', ['agent:clerk'])];
    const clerk = { kind: 'agent', id: 'clerk' } as const;
    const { window, withheld } = prepareWindow(questionWith(references), anna, clerk);
    expect(window.references.map(({ id }) => id)).toEqual(['b']);
    expect(withheld).toHaveLength(2);
  });

  it('given any readers, then window and gaps together are all references, in order', () => {
    const list = fc.oneof(
      fc.constant('everyone' as const),
      fc.array(fc.constantFrom('human:anna', 'human:x', 'group:sales')),
    );
    fc.assert(
      fc.property(fc.array(list), (all) => {
        const references = all.map((readers, at) => reference(`r${at}`, readers));
        const { window, withheld } = prepareWindow(questionWith(references), anna);
        expect(window.references.length + withheld.length).toBe(references.length);
        for (const { readers } of window.references) expect(mayRead(anna, readers)).toBe(true);
      }),
    );
  });

  it('given entities without a text alone, then there is no source text', () => {
    const entity = { documentType: 'Order', identity: '7' };
    expect(holdsSourceText({ entities: [entity], fragments: [], references: [] })).toBe(false);
    expect(holdsSourceText({ entities: [{ ...entity, text: 'x' }], fragments: [], references: [] })).toBe(true);
    expect(holdsSourceText({ entities: [{ ...entity, text: ' \n' }], fragments: [], references: [] })).toBe(false);
  });
});
