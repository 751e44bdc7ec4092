import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Question } from '#libs/contracts';
import { sha256 } from '#libs/kernel';

import { type Reply } from '../../examples/scripted-provider/index.js';

/** What an example must show. */
export interface Expectation {
  readonly outcome: 'completed' | 'failed';
  readonly code: string | null;
  /** The mode of the last draft's evidence. */
  readonly evidence: string | null;
  readonly answerSource: string | null;
  readonly generationKind: string;
  /** Requests that the provider took. */
  readonly modelCalls: number;
  /** null where there is no answer to verify. */
  readonly sealVerified: boolean | null;
  /** Types in the order in which one caused the next. */
  readonly events: readonly string[];
}

interface ExampleFile {
  readonly title: string;
  readonly channel?: string;
  readonly question: string;
  readonly targets?: Question['targets'];
  readonly tools?: Question['tools'];
  readonly entities?: NonNullable<Question['context']>['entities'];
  /** Headings of docs/architecture.md: their sections are the references of the question. */
  readonly pages: readonly string[];
  /** What the scripted model says, one reply a call. */
  readonly replies: readonly Reply[];
  readonly expect: Expectation;
}

export interface DemoExample extends Omit<ExampleFile, 'question'> {
  readonly name: string;
  readonly question: Question;
}

const folder = join('examples', 'demo');

export async function readExamples(): Promise<DemoExample[]> {
  const architecture = await readFile(join('docs', 'architecture.md'), 'utf8');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort(byNumber);
  return Promise.all(
    names.map(async (name) => {
      const file = JSON.parse(await readFile(join(folder, name), 'utf8')) as ExampleFile;
      return { ...file, name: name.replace('.json', ''), question: questionOf(name, file, architecture) };
    }),
  );
}

const byNumber = (one: string, other: string): number => parseInt(one, 10) - parseInt(other, 10);

function questionOf(name: string, file: ExampleFile, architecture: string): Question {
  return {
    interactionId: `demo-${name.replace('.json', '')}`,
    channel: file.channel ?? 'web',
    question: file.question,
    ...(file.targets && { targets: file.targets }),
    ...(file.tools && { tools: file.tools }),
    context: {
      ...(file.entities && { entities: file.entities }),
      references: file.pages.map((heading) => referenceTo(heading, architecture)),
    },
  };
}

/** One section of this product's own documents, as an upstream system would pass it on. */
function referenceTo(heading: string, document: string) {
  const section = document.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/architecture.md has no section "${heading}"`);
  const text = section.slice(heading.length).trim();
  return {
    id: `docs/architecture#${heading.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
    entity: { documentType: 'page', identity: 'docs/architecture' },
    revision: '1',
    digest: sha256(text),
    applicability: 'this version',
    readers: 'everyone' as const,
    text,
    executionRecord: 'unknown' as const,
  };
}
