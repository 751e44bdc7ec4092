import { type ContextWindow, type Principal, type Question, type Readers } from '#libs/contracts';

export interface Prepared {
  readonly window: ContextWindow;
  /** References that the principal may not read. */
  readonly gaps: number;
}

/** What of the question's context enters the prompt: everything whole, but for what its asker, or the agent's reader beside it, may not see. */
export function prepareWindow(question: Question, principal: Principal, reader: Principal | null = null): Prepared {
  const { entities = [], fragments = [], references = [] } = question.context ?? {};
  const both = reader === null ? [principal] : [principal, reader];
  const readable = references.filter(({ readers }) => both.every((each) => mayRead(each, readers)));
  return {
    window: { entities, fragments, references: readable },
    gaps: references.length - readable.length,
  };
}

export const emptyWindow: ContextWindow = { entities: [], fragments: [], references: [] };

/** True where the window holds text that an answer can rest on. */
export function holdsSourceText({ entities, fragments, references }: ContextWindow): boolean {
  return fragments.length > 0 || references.length > 0 || entities.some(({ text }) => text !== undefined);
}

/** An anonymous asker has no identity that a list could name: it reads only what everyone may. */
export function mayRead(principal: Principal, readers: Readers): boolean {
  if (readers === 'everyone') return true;
  if (principal.kind === 'anonymous') return false;
  const names = [`${principal.kind}:${principal.id}`, ...(principal.groups ?? []).map((group) => `group:${group}`)];
  return names.some((name) => readers.includes(name));
}
