import { crc32c } from '../log/crc32c.js';
import { type JournalRecord } from './journal-record.js';

const crcLength = 8;

/** One record as one line: CRC-32C in hex, a space, JSON, a line feed. */
export function writeLine(record: JournalRecord): Buffer {
  const json = Buffer.from(JSON.stringify(record), 'utf8');
  return Buffer.from(`${crcText(json)} ${json.toString('utf8')}\n`, 'utf8');
}

export type JournalContent =
  { kind: 'sound'; records: JournalRecord[]; soundBytes: number } | { kind: 'damaged'; line: number };

/** Reads all lines. A bad end is what a crash leaves and is not counted; a bad line before a good one is damage. */
export function readLines(file: Buffer): JournalContent {
  const records: JournalRecord[] = [];
  let soundBytes = 0;
  for (let from = 0; from < file.length;) {
    const end = file.indexOf(0x0a, from);
    const record = end === -1 ? undefined : readLine(file.subarray(from, end));
    const next = end === -1 ? file.length : end + 1;
    if (record && soundBytes < from) return { kind: 'damaged', line: records.length + 1 };
    if (record) {
      records.push(record);
      soundBytes = next;
    }
    from = next;
  }
  return { kind: 'sound', records, soundBytes };
}

function readLine(line: Buffer): JournalRecord | undefined {
  const json = line.subarray(crcLength + 1);
  if (line.length <= crcLength + 1 || line.toString('latin1', 0, crcLength) !== crcText(json)) return undefined;
  return JSON.parse(json.toString('utf8')) as JournalRecord;
}

function crcText(json: Buffer): string {
  return crc32c(json).toString(16).padStart(crcLength, '0');
}
