import { admissionTable } from '../../apps/generation/src/domain/admission.js';
import { formTable } from '../../apps/generation/src/domain/forms.js';
import { ladderEnds, ladderTable } from '../../apps/generation/src/domain/ladder.js';
import { fallbackStandings, outcome, standings } from './ladder-outcomes.js';
import { code, page, table } from './markdown.js';

const numbered = (rows: readonly string[][]): string[][] => rows.map((row, index) => [String(index + 1), ...row]);

const preference = `A question goes to the profile that it names as \`model\`, else to its agent's, else to the policy's; then to the fallbacks of that profile, in their order. \`auto\` is the policy's or agent's own choice. \`auto:<quality>\` is the first profile with that quality; others that have it come before the fallbacks. A question reaches only what its policy offers: the policy's profile or the agent's, its fallbacks, and what \`selectable\` lists. A name beyond is \`generation.unknown_model\`.`;

const capabilities = `The capability matrix is the profiles' own: \`imprimatur profiles\` prints it, \`imprimatur profiles probe\` fills it in. Of a profile with a probe that holds, what is declared and was seen counts; of one that is let in by name, what is declared, and the draft says \`unprobed\`. The seen capability has a date of its own and ages as the probe does. \`parallelToolCallsWithStrict\` says whether several tool calls may come in one strict response; it decides no form.`;

const afterRefusal = `A refusal that proves that nothing was paid, an open circuit, a host that may not be called and a secret that cannot be read lead on: at once to a profile that is asked as strongly; without one the same profile rests, for as long as it said, while its attempts and the question's time allow it; then to one that is asked less strongly. A profile that was left is not taken up again. Anything that may have been paid ends the question: it is never asked twice.`;

const highRisk = `At high risk there is no form below strict, no repair and no retry after a finding. Human review as a rung before the no-action answer is not built yet: the no-action answer stands in its place.`;

export function ladderPage(): string {
  return page(
    'Ladder',
    'apps/generation/src/domain/ladder.ts',
    'Which model is asked, and in which form. A form weaker than the one asked for is a downgrade: the draft names its reason, a log line and `imprimatur_generation_downgrades_total` tell it.',
    '## The profiles of a question',
    preference,
    '## A profile is refused',
    'The first row that holds refuses it.',
    table(['row', 'code', 'when'], numbered(admissionTable.map((row) => [code(row.code), row.when]))),
    capabilities,
    '## The form of one profile',
    'The first form whose needs are met. A question that brings tools needs `toolCalls` for any form.',
    table(['row', 'form', 'needs'], numbered(formTable.map(({ mode, needs }) => [code(mode), needs]))),
    '## The ladder',
    table(['row', 'rung', 'on', 'when'], numbered(ladderTable.map(({ rung, on, when }) => [rung, on, when]))),
    highRisk,
    '## After the last rung',
    table(['row', 'when', 'what follows'], numbered(ladderEnds.map(({ when, says }) => [when, says]))),
    '## After a refusal',
    afterRefusal,
    '## What follows from what',
    'By the strongest form of the preferred profile and of its fallback, or why it has none.',
    outcomes(),
  );
}

function outcomes(): string {
  const rows = standings.flatMap((preferred) =>
    fallbackStandings.map((fallback) => [
      preferred,
      fallback,
      outcome(preferred, fallback, true),
      outcome(preferred, fallback, false),
    ]),
  );
  return table(['preferred', 'fallback', 'the risk allows weaker forms', 'strict alone'], rows);
}
