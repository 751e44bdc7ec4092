const binding = '/dist/libs/contracts/src/cloud-events.js';
const reader = 'export function readEvent(';

const older = `
export function readEvent(record, definition, clusterId) {
  const known = definition.type === 'answers.drafted.v1' ? { ...definition, type: 'answers.drafted.v0' } : definition;
  return readEventAsBuilt(record, known, clusterId);
}
`;

/** The built binding with a reader of before the upgrade; a build that it does not fit stops the process. */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!url.endsWith(binding)) return loaded;
  const source = String(loaded.source);
  if (!source.includes(reader)) throw new Error('the binding has no readEvent to make older');
  return { ...loaded, source: source.replace(reader, 'function readEventAsBuilt(') + older };
}
