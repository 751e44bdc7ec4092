import { Counter, type Registry } from 'prom-client';

/** Counted within the transaction: a run that is rolled back and repeated counts twice. */
export function recordCounter(registry: Registry): (topic: string, records: number) => void {
  const counter = new Counter({
    name: 'imprimatur_ledger_records_total',
    help: 'Records appended to the chains of this instance, by topic.',
    labelNames: ['topic'],
    registers: [registry],
  });
  return (topic, records) => counter.inc({ topic }, records);
}
