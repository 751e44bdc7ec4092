import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readFully, replaceFile, syncFolder, writeFully } from '../data-folder/files.js';
import { GroupCommit } from '../data-folder/group-commit.js';
import { readLines, writeLine } from './journal-line.js';
import { type JournalRecord } from './journal-record.js';
import { MetadataImage } from './metadata-image.js';

/** Thrown where the journal is damaged before its end. */
export class DamagedJournal extends Error {
  override readonly name = 'DamagedJournal';
}

/** Below this size (bytes) a journal is not worth rewriting. */
const smallestCompaction = 1024 * 1024;
/** A journal is rewritten when it is so many times larger than after the last time. */
const growthFactor = 4;

/** An append-only file of metadata changes, synced before a change counts, rewritten at start and whenever it has grown. */
export class Journal {
  readonly image = new MetadataImage();
  private readonly commits = new GroupCommit<JournalRecord[]>((changes) => this.flush(changes.flat()));
  private size = 0;
  private sizeWhenCompact = 0;

  private constructor(
    private readonly path: string,
    private file: FileHandle,
    private readonly fsync: boolean,
  ) {}

  /** @throws DamagedJournal if a line is damaged that is not at the end. */
  static async open(path: string, fsync: boolean): Promise<Journal> {
    const journal = new Journal(path, await open(path, 'a+').then(reopened(path)), fsync);
    try {
      await journal.load();
      await journal.compact();
      return journal;
    } catch (error) {
      await journal.close();
      throw error;
    }
  }

  /** Resolves when the records are durable and applied to the image, in the order of the calls. */
  append(records: JournalRecord[]): Promise<void> {
    return records.length === 0 ? Promise.resolve() : this.commits.add(records);
  }

  close(): Promise<void> {
    return this.commits.between(() => this.file.close());
  }

  private async load(): Promise<void> {
    const { size } = await this.file.stat();
    const content = readLines(await readFully(this.file, 0, size));
    if (content.kind === 'damaged') throw new DamagedJournal(`the journal is damaged behind record ${content.line}`);
    for (const record of content.records) this.image.apply(record);
  }

  private async flush(records: JournalRecord[]): Promise<void> {
    const data = Buffer.concat(records.map(writeLine));
    await writeFully(this.file, data, this.size);
    if (this.fsync) await this.file.datasync();
    this.size += data.length;
    for (const record of records) this.image.apply(record);
    if (this.size > Math.max(smallestCompaction, growthFactor * this.sizeWhenCompact)) await this.compact();
  }

  private async compact(): Promise<void> {
    const data = Buffer.concat([...this.image.records()].map(writeLine));
    await replaceFile(this.path, data);
    const old = this.file;
    this.file = await open(this.path, 'r+');
    await old.close();
    this.size = this.sizeWhenCompact = data.length;
  }
}

/** Files opened for appending ignore positions on Linux: `a+` only makes sure that the file is there. */
function reopened(path: string): (created: FileHandle) => Promise<FileHandle> {
  return async (created) => {
    await created.close();
    await syncFolder(dirname(path));
    return open(path, 'r+');
  };
}
