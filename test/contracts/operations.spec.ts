import { readFileSync } from 'node:fs';

import { codeFamilies, codes } from '#libs/contracts';

import { serviceMetrics } from '../../tools/docs/service-metrics.js';

const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8');
const page = readFileSync('docs/operations.md', 'utf8');
const metrics = serviceMetrics();

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))].sort();

/** A metric and, of a histogram, its series. */
const series = new Set(
  metrics.flatMap(({ name, type }) => (type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`] : [name])),
);

describe('the page for operators and the alert rules', () => {
  it('name only metrics that there are', () => {
    const used = namesIn(`${alerts}\n${page}`, /\b(imprimatur_[a-z_]+)/g);
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => !series.has(name))).toEqual([]);
  });

  it('select only by labels and codes that there are', () => {
    const labels = new Set(['job', ...metrics.flatMap((metric) => metric.labels)]);
    expect(namesIn(alerts, /[{,]([a-z]+)!?=~?"/g).filter((label) => !labels.has(label))).toEqual([]);
    expect(namesIn(alerts, /code="([^"]+)"/g).filter((code) => !Object.hasOwn(codes, code))).toEqual([]);
  });

  it('have one section for each alert, and no other', () => {
    expect(namesIn(page, /^### (Imprimatur\w+)$/gm)).toEqual(namesIn(alerts, /alert: (\w+)/g));
  });

  it('say what to do for every readiness code', () => {
    const section = page.slice(page.indexOf('## Readiness codes'), page.indexOf('## Dead letters'));
    expect(namesIn(section, /^\| `([^`]+)`/gm)).toEqual(Object.keys(codeFamilies.readiness).sort());
  });
});
