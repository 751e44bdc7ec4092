import { type PublishedAnswer } from '#libs/contracts';
import { verifyAnswer } from '#libs/seal';

import { canariesIn } from '../canaries.js';
import { type FaultHouse } from '../house/fault-house.js';
import { waitUntil } from '../house/wait.js';
import { ordinaryQuestions } from '../ordinary-questions.js';
import { attemptsAllowed } from '../provider-script.js';
import { type PlannedQuestion } from '../question-plan.js';
import { type BrokerKind, type FaultReport } from '../report.js';
import { type Scenario } from '../scenario.js';
import { type SeededRandom } from '../seeded-random.js';
import { type Tally, tallyOf } from '../tally.js';
import { brokenPromises } from '../verdict.js';
import { Asker } from './asker.js';
import { ClientViews } from './client-views.js';
import { FaultError, Field } from './field.js';

export interface Run {
  readonly scenario: Scenario;
  readonly broker: BrokerKind;
  readonly seed: number;
  readonly questions: number;
  readonly random: SeededRandom;
  readonly signal: AbortSignal;
}

export interface RunResult {
  readonly report: FaultReport;
  /** In words; empty when the scenario passed. */
  readonly broken: readonly string[];
}

/** Milliseconds without any new outcome after which the questions that have none are lost. */
const silenceMs = 60_000;
const watchedQuestions = 6;

export async function runScenario(house: FaultHouse, run: Run): Promise<RunResult> {
  const { scenario, random, signal } = run;
  const prefix = `${scenario.name}-${random.between(0, 0xffffff).toString(16)}`;
  const questions = (scenario.questions ?? ordinaryQuestions)(prefix, run.questions, random);
  const asker = new Asker(house, signal);
  const views = new ClientViews(house);
  const field = new Field(house, random, signal, asker, questions.length / scenario.pace.bursts);
  const firstRequest = house.provider.requests.length;
  try {
    await scenario.before?.(field);
    views.open(random.shuffled(questions.map(({ interactionId }) => interactionId)).slice(0, watchedQuestions));
    const struck = scenario.strike(field);
    const faults = await faultsOf([struck, asker.askAll(questions, scenario.pace, struck)]);
    await untilAllHaveEnded(house, questions, signal);
    const more = (await scenario.after?.(field)) ?? [];
    await views.close();
    const tally = await count(field, questions, firstRequest, views);
    const report = reportOf(run, questions, field, tally);
    const allowed = {
      unobserved: field.slotsKilled,
      deadLetters: scenario.deadLetters ?? false,
      inFlight: scenario.inFlight,
    };
    return { report, broken: [...faults, ...more, ...brokenPromises(report, tally, allowed)] };
  } finally {
    await views.close();
    await asker.close();
  }
}

/** A fault that did not bite is a finding of its own; the questions are counted all the same. */
async function faultsOf(works: readonly Promise<void>[]): Promise<string[]> {
  const ends = await Promise.allSettled(works);
  return ends.flatMap((end) => {
    if (end.status === 'fulfilled') return [];
    if (end.reason instanceof FaultError) return [end.reason.message];
    throw end.reason;
  });
}

async function untilAllHaveEnded(
  { watch: { outcomes, records } }: FaultHouse,
  questions: readonly PlannedQuestion[],
  signal: AbortSignal,
): Promise<void> {
  const ids = questions.map(({ interactionId }) => interactionId);
  for (let before = -1, now = outcomes.countOf(ids); now < ids.length && now > before; now = outcomes.countOf(ids)) {
    before = now;
    await waitUntil(() => outcomes.countOf(ids) > before, silenceMs, signal);
  }
  // A repetition may come right behind the outcome: a second of silence ends it.
  for (let seen = -1; seen < records.length;) {
    seen = records.length;
    await waitUntil(() => records.length > seen, 1_000, signal);
  }
}

async function count(
  field: Field,
  questions: readonly PlannedQuestion[],
  firstRequest: number,
  views: ClientViews,
): Promise<Tally> {
  const { house } = field;
  return tallyOf({
    questions,
    records: field.records(),
    outcomes: house.watch.outcomes,
    markers: house.provider.requests.slice(firstRequest).map(({ marker }) => marker ?? 'none/none/0/0'),
    approved: await approvedCanaries(field),
    bodies: views.bodies,
    silent: await house.silentTexts(),
    attemptsAllowed,
  });
}

/** Anybody may write to the topic in a hostile scenario: what counts is the seal. */
async function approvedCanaries(field: Field): Promise<ReadonlyMap<string, string>> {
  const approved = new Map<string, string>();
  for (const { topic, value } of field.records()) {
    if (topic !== 'answers.approved.v1' || value === null) continue;
    const answer = answerIn(value);
    if (answer === undefined || !(await verifyAnswer(answer, field.house.keys)).ok) continue;
    for (const canary of canariesIn(value)) approved.set(canary, answer.interactionId);
  }
  return approved;
}

function answerIn(value: Buffer): PublishedAnswer | undefined {
  try {
    const answer: unknown = JSON.parse(value.toString());
    return typeof answer === 'object' && answer !== null ? (answer as PublishedAnswer) : undefined;
  } catch {
    return undefined;
  }
}

function reportOf(run: Run, questions: readonly PlannedQuestion[], field: Field, tally: Tally): FaultReport {
  const { completed, failedByCode, lost, conflicting, leaked, paidTwice, duplicates, deadLetters } = tally;
  return {
    scenario: run.scenario.name,
    broker: run.broker,
    seed: run.seed,
    questions: questions.length,
    completed,
    failedByCode,
    inFlightAtKill: field.inFlightAtKill,
    lost,
    conflicting,
    leaked,
    paidTwice,
    duplicates,
    deadLetters,
    recoverMs: recoverMs(field, questions),
  };
}

function recoverMs({ house, faultEndedAt }: Field, questions: readonly PlannedQuestion[]): number | null {
  if (faultEndedAt === undefined) return null;
  const ids = new Set(questions.map(({ interactionId }) => interactionId));
  const first = house.watch.outcomes.firstCompletedSince(faultEndedAt, ids);
  return first === undefined ? null : first - faultEndedAt;
}
