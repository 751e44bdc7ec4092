import { answerSourceTable, needsModel } from '../../apps/generation/src/domain/answer-source.js';
import { evidenceTable } from '../../apps/generation/src/domain/evidence.js';
import { notices } from '../../apps/validation/src/domain/notice.js';
import { code, page, table } from './markdown.js';

export function evidencePage(): string {
  return page(
    'Evidence and answer source',
    'apps/generation/src/domain/evidence.ts`, `apps/generation/src/domain/answer-source.ts`, `apps/validation/src/domain/notice.ts',
    'Both tables are read from the top; the first row that holds decides. They are pure functions of the question, of what its principal may read, and of the configuration.',
    '## Evidence',
    'How far the prepared context carries an answer. `targets` is what upstream resolved: left out where there was nothing to resolve, empty where it could not be resolved. Where it is left out, the targets of the intent take its place. `gaps` counts the references that the principal may not read, `conflicts` the entities about which readable sources contradict each other; what texts say is not compared.',
    table(
      ['row', 'evidence', 'when'],
      evidenceTable.map(({ mode, when }, at) => [String(at + 1), code(mode), when]),
    ),
    '## Answer source',
    'What the answer is to rest on. A model *may be asked* where the route of the question leads to one, and it is approved for disclosure or the question brings nothing to disclose: no context, targets, intent or earlier turns. A *supplement* is general knowledge; the policy says whether a model may give it. A provider or a search that fails is a failure with its own code: it changes neither table.',
    table(
      ['row', 'evidence', 'a model may be asked', 'supplement', 'answer source', 'a model is asked'],
      answerSourceTable.map(({ evidence, model, supplement, source }, at) => [
        String(at + 1),
        evidence.map(code).join(' '),
        eitherOf(model, 'yes', 'no'),
        eitherOf(supplement, 'allowed', 'forbidden'),
        code(source),
        needsModel(source) ? 'yes' : 'no',
      ]),
    ),
    '## What is published',
    'Validation tells from the text what an answer rests on. It is cut at blank lines; a paragraph with a valid citation number is a part of the kind `source`, one without is `model`, and all that was composed without a model is `extract`. `MIXED_SOURCES` needs a `source` and a `model` part: where every paragraph cites it is published as `KNOWLEDGE_GROUNDED`, where none does as `MODEL_SUPPLEMENT`. Every other source is published as drafted: an answer prepared from sources that cover the question stays `KNOWLEDGE_GROUNDED` where a paragraph cites nothing, and its parts say so.',
    table(
      ['answer source', 'notice'],
      Object.entries(notices).map(([source, notice]) => [code(source), notice]),
    ),
  );
}

function eitherOf(value: boolean | null, yes: string, no: string): string {
  if (value === null) return 'either';
  return value ? yes : no;
}
