import { type Answer } from '#libs/contracts';

/** One entry of one of the two citation lists. */
export interface CitationPlace {
  readonly list: 'entityCitations' | 'documentationCitations';
  readonly index: number;
}

/** The fixed sentence that stands in for what was dropped. */
export const droppedCitation = 'One citation could not be confirmed against the context and was left out.';

/** The answer without one citation, and a limitation that says so; its text is untouched. */
export function withoutCitation(answer: Answer, { list, index }: CitationPlace): Answer {
  const kept = (_entry: unknown, at: number): boolean => at !== index;
  return {
    answer: answer.answer,
    entityCitations: list === 'entityCitations' ? answer.entityCitations.filter(kept) : answer.entityCitations,
    documentationCitations:
      list === 'documentationCitations' ? answer.documentationCitations.filter(kept) : answer.documentationCitations,
    limitations: [...answer.limitations, droppedCitation],
  };
}

/** The citation that a finding points at, or undefined where its pointer names none. */
export function citationAt(answer: Answer, pointer: string | null): (CitationPlace & { name: string }) | undefined {
  const match = /^\/(entityCitations|documentationCitations)\/(\d+)$/.exec(pointer ?? '');
  const list = match?.[1] as CitationPlace['list'] | undefined;
  const index = Number(match?.[2]);
  const name = list === 'entityCitations' ? answer[list][index]?.identity : list && answer[list][index];
  return list === undefined || name === undefined ? undefined : { list, index, name };
}
