import {
  configChangedV1,
  type ConfigurationLog,
  configurationOf,
  type ConfigurationSnapshot,
  emptyConfigurationLog,
  type IncomingRecord,
  itemKey,
  readEvent,
  type ReadinessReason,
  withChanges,
  withUnreadable,
} from '#libs/contracts';
import { type FlowLog } from '#libs/event-flow';

/** `<kind>/<id>`: nothing can be named by a key of another form, so a record with one changes nothing. */
const keyPattern = /^[a-z][a-z-]{0,39}\/./;

/**
 * The configuration that records of `config.changed.v1` make. Until their end was reached they are only gathered: what
 * a compacted topic holds on the way there never was a configuration. From then on each record is a revision. One that
 * makes no whole configuration is not taken: the former stays in force, and `reason` says so.
 */
export class LiveConfiguration {
  private gathered: ConfigurationLog = emptyConfigurationLog;
  private inForce: ConfigurationSnapshot | null = null;
  private holding: ReadinessReason | null = 'config.reading';

  constructor(
    private readonly logTo: FlowLog,
    private readonly onChange: () => void,
  ) {}

  get snapshot(): ConfigurationSnapshot | null {
    return this.inForce;
  }

  get reason(): ReadinessReason | null {
    return this.holding;
  }

  get log(): ConfigurationLog {
    return this.gathered;
  }

  take(records: readonly IncomingRecord[]): void {
    for (const record of records) {
      this.gathered = this.withRecord(record);
      if (this.holding !== 'config.reading') this.adopt();
    }
  }

  /** All that lay on the topic was given. */
  endReached(): void {
    if (this.holding === 'config.reading') this.adopt();
  }

  private adopt(): void {
    if (this.gathered.entries.size === 0) return this.hold('config.empty');
    const read = configurationOf(this.gathered);
    if (!read.ok) {
      const { code, pointer, says } = read.failure;
      this.logTo.warn({ code, pointer, says, configRevision: this.gathered.revision }, 'a configuration is not taken');
      return this.hold('config.invalid');
    }
    this.inForce = read.value;
    this.hold(null);
    const { revision: configRevision, digest } = read.value;
    this.logTo.info({ configRevision, digest }, 'configuration in force');
    this.onChange();
  }

  private hold(reason: ReadinessReason | null): void {
    this.holding = reason;
  }

  private withRecord(record: IncomingRecord): ConfigurationLog {
    const key = record.key?.toString() ?? '';
    const read = readEvent(record, configChangedV1, '');
    if (read.ok && itemKey(read.value.data) === key) return withChanges(this.gathered, [read.value.data]);
    const { code, pointer } = read.ok ? { code: 'event.contradiction', pointer: null } : read.failure;
    this.logTo.warn({ code, pointer, topic: record.topic, offset: record.offset }, 'a change cannot be read');
    return keyPattern.test(key) ? withUnreadable(this.gathered, key) : this.gathered;
  }
}
