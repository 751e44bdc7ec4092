import { type AnswerPart, type AnswerSource, type Draft } from '#libs/contracts';

/**
 * What an answer says that it rests on, once its text is known. A draft says what it was prepared to rest on, and the
 * text may show less: a mixed answer needs a paragraph with a valid citation number and one without. An answer that was
 * prepared from sources alone stays one, whatever its paragraphs cite: its evidence covers the question, fragments have
 * no numbers, and each part says by itself whether it names a source. Nothing here can claim more than the draft did.
 */
export function publishedSource(
  { answerSource }: Pick<Draft, 'answerSource'>,
  parts: readonly AnswerPart[],
): AnswerSource {
  if (answerSource !== 'MIXED_SOURCES') return answerSource;
  const names = (kind: AnswerPart['kind']): boolean => parts.some((part) => part.kind === kind);
  if (!names('source')) return 'MODEL_SUPPLEMENT';
  return names('model') ? 'MIXED_SOURCES' : 'KNOWLEDGE_GROUNDED';
}
