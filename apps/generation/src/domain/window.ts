import { type ContextWindow, type EntityRef, type Principal, type Question, type Readers } from '#libs/contracts';

export interface Prepared {
  readonly window: ContextWindow;
  /** What the references speak of that the principal may not read: one entry a reference. */
  readonly withheld: readonly EntityRef[];
}

/**
 * What of the question's context enters the prompt: everything whole, but for what the asker, or the agent's reader
 * beside it, may not see.
 */
export function prepareWindow(question: Question, principal: Principal, reader: Principal | null = null): Prepared {
  const { entities = [], fragments = [], references = [] } = question.context ?? {};
  const both = reader === null ? [principal] : [principal, reader];
  const isReadable = ({ readers }: { readonly readers: Readers }): boolean =>
    both.every((each) => mayRead(each, readers));
  return {
    window: { entities, fragments, references: references.filter(isReadable) },
    withheld: references.filter((reference) => !isReadable(reference)).map(({ entity }) => entity),
  };
}

export const emptyWindow: ContextWindow = { entities: [], fragments: [], references: [] };

/** True where the window holds text that an answer can rest on. */
export function holdsSourceText({ entities, fragments, references }: ContextWindow): boolean {
  return [...references, ...fragments, ...entities].some(({ text }) => isText(text));
}

/** What is blank says nothing. */
export const isText = (text: string | undefined): text is string => text !== undefined && /\S/u.test(text);

/** An anonymous asker has no identity that a list could name: it reads only what everyone may. */
export function mayRead(principal: Principal, readers: Readers): boolean {
  if (readers === 'everyone') return true;
  if (principal.kind === 'anonymous') return false;
  const names = [`${principal.kind}:${principal.id}`, ...(principal.groups ?? []).map((group) => `group:${group}`)];
  return names.some((name) => readers.includes(name));
}
