import { type Answer } from '#libs/contracts';

/** A published string outside the citation lists, with its place. */
export interface PublishedString {
  readonly pointer: string;
  readonly text: string;
}

export function publishedStrings(answer: Answer): PublishedString[] {
  return [
    { pointer: '/answer', text: answer.answer },
    ...answer.limitations.map((text, index) => ({ pointer: `/limitations/${index}`, text })),
  ];
}
