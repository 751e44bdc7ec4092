import { type IncomingRecord } from '#libs/contracts';

interface Seen {
  /** `completed`, or the failure's code. */
  readonly end: string;
  readonly bytes: Buffer;
  /** Milliseconds since 1970, the broker's timestamp of the record. */
  readonly at: number;
}

/** The terminal client events as they lie on the client topics, taken up one by one. */
export class Outcomes {
  readonly #seen = new Map<string, Seen[]>();

  take(record: IncomingRecord): void {
    if (!record.topic.startsWith('published.') || record.value === null) return;
    const end = endIn(record, record.value);
    if (end === undefined) return;
    const { interactionId } = end;
    const earlier = this.#seen.get(interactionId) ?? [];
    const seen = { end: end.end, bytes: record.value, at: Number(record.timestamp) };
    this.#seen.set(interactionId, [...earlier, seen]);
  }

  /** `completed`, the code of the failure, or undefined while there is none. The first outcome is the outcome. */
  endOf(interactionId: string): string | undefined {
    return this.#seen.get(interactionId)?.[0]?.end;
  }

  /** How many of these have an outcome. */
  countOf(ids: Iterable<string>): number {
    return [...ids].filter((id) => this.#seen.has(id)).length;
  }

  /** Questions with outcomes of different bytes, and repetitions with the same. */
  repetitions(ids: ReadonlySet<string>): { readonly conflicting: number; readonly duplicates: number } {
    const all = [...this.#seen].filter(([id]) => ids.has(id)).map(([, seen]) => seen);
    const same = (seen: readonly Seen[]) => seen.filter(({ bytes }) => bytes.equals(seen[0]!.bytes)).length;
    return {
      conflicting: all.filter((seen) => same(seen) < seen.length).length,
      duplicates: all.reduce((sum, seen) => sum + same(seen) - 1, 0),
    };
  }

  /** When the first answer was completed at or after a moment, in milliseconds since 1970. */
  firstCompletedSince(moment: number, ids: ReadonlySet<string>): number | undefined {
    const times = [...this.#seen]
      .filter(([id]) => ids.has(id))
      .flatMap(([, seen]) => seen.filter(({ end, at }) => end === 'completed' && at >= moment).map(({ at }) => at));
    return times.length === 0 ? undefined : times.reduce((first, at) => Math.min(first, at));
  }
}

function endIn(record: IncomingRecord, value: Buffer): { interactionId: string; end: string } | undefined {
  const type = record.headers.find(([name]) => name === 'ce_type')?.[1]?.toString();
  if (type !== 'answer.completed.v1' && type !== 'answer.failed.v1') return undefined;
  const { interactionId, code } = JSON.parse(value.toString()) as { interactionId: string; code?: string };
  return { interactionId, end: type === 'answer.completed.v1' ? 'completed' : (code ?? 'without a code') };
}
