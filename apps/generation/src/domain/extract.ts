import { type ContextWindow, type EntityRef } from '#libs/contracts';

import { isText } from './window.js';

/** One source as a paragraph of the answer. */
export interface Extract {
  readonly paragraph: string;
  readonly entity: EntityRef | null;
  /** The id of the fragment that is cited. */
  readonly document: string | null;
  /** What it adds to a published answer, in bytes of JSON: the text twice, and its citation. */
  readonly publishedBytes: number;
}

/** References first, with their citation numbers, then fragments, then entities; what is blank is no extract. */
export function extractsOf({ references, fragments, entities }: ContextWindow): Extract[] {
  return [
    ...references.flatMap(({ entity, revision, digest, applicability, text }, at) => {
      const cites = { entity: entityRef(entity), document: null };
      const citation = { entity, revision, digest, applicability };
      return isText(text) ? [extract(`${label(entity, revision)} [${at + 1}]`, text, cites, citation)] : [];
    }),
    ...fragments.flatMap(({ id, text }) =>
      isText(text) ? [extract(plain(id), text, { entity: null, document: id }, { id })] : [],
    ),
    ...entities.flatMap((entity) =>
      isText(entity.text) ? [extract(label(entity), entity.text, { entity: entityRef(entity), document: null })] : [],
    ),
  ];
}

/** An entity's name for a reader, in one line; it reads as no marker and as no code. */
export function label({ documentType, identity }: EntityRef, revision?: string): string {
  const named = plain(`${documentType} ${identity}`);
  return revision === undefined ? named : `${named}, revision ${plain(revision)}`;
}

const entityRef = ({ documentType, identity }: EntityRef): EntityRef => ({ documentType, identity });

function extract(
  labelled: string,
  text: string,
  cites: Pick<Extract, 'entity' | 'document'>,
  citation: unknown = null,
): Extract {
  const paragraph = `${labelled}:\n${quoted(text)}`;
  const parts = paragraph.split(/\n\s*\n/u).length;
  const textBytes = 2 * jsonBytes(paragraph) + parts * partFraming;
  const publishedBytes = textBytes + jsonBytes(citation) + jsonBytes(cites) + citationFraming;
  return { paragraph, ...cites, publishedBytes };
}

/** Member names and numbers of a part and of a citation: the text is cut into parts at its blank lines. */
const partFraming = 60;
const citationFraming = 200;

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A label is ours: it may hold no bracket or backtick that would read as a marker or as code. */
const plain = (text: string): string => text.replaceAll(/[[\]【】`~\s]+/gu, ' ').trim();

/**
 * The source's own bytes. Where they hold something that would read as a citation marker or as the edge of code, they
 * stand in a fence of code that is longer than any run inside: there a marker is no marker.
 */
function quoted(text: string): string {
  if (!/[[【`]|~~~/u.test(text)) return text;
  const longest = Math.max(2, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
