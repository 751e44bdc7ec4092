import { setTimeout as pause } from 'node:timers/promises';

import { type ConfigurationSnapshot } from '#libs/contracts';
import { classify, type FlowLog } from '#libs/event-flow';
import { type ConfigurationSource, errorFields } from '#libs/service-host';

import { changesOfFile } from './domain/changes-of-file.js';
import { type AppliedFiles } from './ports/applied-files.port.js';
import { type PublishChanges } from './publish-changes.js';

export interface SeedParts {
  readonly file: ConfigurationSnapshot;
  readonly source: Pick<ConfigurationSource, 'readToEnd'>;
  readonly applied: AppliedFiles;
  readonly publish: PublishChanges;
  readonly log: FlowLog;
}

const restMs = 1_000;

/**
 * Writes what the file changes, and waits for broker and database as long as it takes. A ledger that dies between the
 * topic and its own table finds nothing left to write when it starts again.
 * @throws the signal's reason when the start is given up
 */
export function seedConfiguration(parts: SeedParts): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    for (;;) {
      // The broker is waited for outside the transaction: an idle one is ended.
      await parts.source.readToEnd(signal);
      try {
        return await seedOnce(parts, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (classify(error) === 'bug') throw error;
        parts.log.warn(errorFields(error), 'the configuration file could not be applied yet');
      }
      await pause(restMs, undefined, { signal });
    }
  };
}

function seedOnce({ file, source, applied, publish, log }: SeedParts, signal: AbortSignal): Promise<void> {
  return applied.apply(async (last) => {
    // Under the lock: what another ledger has just written lies there now.
    const before = await source.readToEnd(signal);
    const changes = changesOfFile(before, file, last);
    const revision = changes.at(-1)?.configRevision ?? before.revision;
    if (changes.length > 0) {
      await publish(changes);
      log.info(
        { changes: changes.length, configRevision: revision, digest: file.digest },
        'configuration file applied',
      );
    }
    return last === file.digest && changes.length === 0 ? null : { digest: file.digest, revision };
  });
}
