import { type Outcome } from '../load/outcomes.js';
import { type Share } from './namespaces.js';

export interface Turn extends Share {
  /** Seconds from the first question to this namespace's first and last outcome. */
  readonly firstS: number | null;
  readonly lastS: number | null;
  /** Outcomes of all namespaces, itself included, up to its last. */
  readonly finishedAfter: number | null;
  /** Its part of the first tenth of all outcomes. */
  readonly partOfFirstTenth: number;
  /**
   * Its part of the outcomes between the moment when all questions lay in the queue and its own last one, as a multiple
   * of an even part; null where it was finished before. 1 is a namespace that was served in turn to the end.
   */
  readonly evenness: number | null;
}

/** How the namespaces were served. `startMs` and `queuedMs` are of the outcomes' clock. */
export function turnsOf(
  shares: readonly Share[],
  outcomes: readonly Outcome[],
  { startMs, queuedMs }: { readonly startMs: number; readonly queuedMs: number },
): Turn[] {
  const early = outcomes.slice(0, Math.ceil(outcomes.length / 10));
  return shares.map((share) => {
    const isOwn = ({ namespace }: Outcome) => namespace === share.namespace;
    const last = outcomes.findLastIndex(isOwn);
    const seconds = (outcome: Outcome | undefined) => outcome && round((outcome.atMs - startMs) / 1000);
    return {
      ...share,
      firstS: seconds(outcomes.find(isOwn)) ?? null,
      lastS: seconds(outcomes[last]) ?? null,
      finishedAfter: last < 0 ? null : last + 1,
      partOfFirstTenth: round(early.filter(isOwn).length / early.length),
      evenness: evennessOf(share.namespace, outcomes.slice(0, last + 1), queuedMs),
    };
  });
}

/** An even part is counted by those that were still being served with it. */
function evennessOf(namespace: string, untilLast: readonly Outcome[], queuedMs: number): number | null {
  const since = untilLast.filter(({ atMs }) => atMs >= queuedMs);
  const own = since.filter((outcome) => outcome.namespace === namespace).length;
  const served = new Set(since.map((outcome) => outcome.namespace)).size;
  return own === 0 ? null : round((own / since.length) * served);
}

const round = (value: number): number => Math.round(value * 100) / 100;
