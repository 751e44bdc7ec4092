import { type LoadRecord, type SeenRecord } from './broker-view.js';

/** @throws Error unless each record that went in came out once, by its key, and nothing else did */
export function assertExactlyOnce(lane: string, sent: readonly LoadRecord[], seen: readonly SeenRecord[]): void {
  const open = new Set(sent.map(({ key }) => key));
  const strangers = seen.filter(({ key }) => !open.delete(key)).length;
  if (open.size > 0 || strangers > 0) {
    throw new Error(
      `${lane}: of ${sent.length} records ${open.size} are missing and ${strangers} came twice or unasked`,
    );
  }
}
