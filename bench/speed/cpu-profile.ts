import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

/** A V8 CPU profile: what Node writes with `--cpu-prof`. Times are microseconds of the monotonic clock. */
interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export interface Cost {
  /** A function and the file or package that it is in. */
  readonly where: string;
  /** Share of the time in which the process was not idle. */
  readonly share: number;
}

export interface Costs {
  readonly busyMs: number;
  readonly functions: readonly Cost[];
  readonly modules: readonly Cost[];
}

const listed = 25;

/** Self time from a moment on (microseconds of the monotonic clock), so that the start of the process is left out. */
export async function costsIn(file: string, from: number, to: number): Promise<Costs> {
  const profile = JSON.parse(await readFile(file, 'utf8')) as CpuProfile;
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const [functions, modules] = [new Map<string, number>(), new Map<string, number>()];
  let at = profile.startTime;
  for (const [index, delta] of profile.timeDeltas.entries()) {
    at += delta;
    const frame = frames.get(profile.samples[index] ?? -1);
    if (frame === undefined || at < from || at > to || frame.functionName === '(idle)') continue;
    const home = homeOf(frame.url);
    add(functions, `${frame.functionName || '(anonymous)'}  ${home}`, delta);
    add(modules, home || frame.functionName, delta);
  }
  const busy = [...modules.values()].reduce((sum, us) => sum + us, 0);
  return { busyMs: Math.round(busy / 1000), functions: top(functions, busy), modules: top(modules, busy) };
}

const add = (sums: Map<string, number>, name: string, us: number): void =>
  void sums.set(name, (sums.get(name) ?? 0) + Math.max(0, us));

const top = (sums: ReadonlyMap<string, number>, busy: number): Cost[] =>
  [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, listed)
    .map(([where, us]) => ({ where, share: Number((us / busy).toFixed(4)) }));

/** A package's name, or our own file's path; empty for what is V8's. */
function homeOf(url: string): string {
  if (url === '' || url.startsWith('node:')) return url;
  const path = url.replace('file://', '');
  const dependency = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return dependency ?? relative(process.cwd(), path).replace(/^dist\//, '');
}
