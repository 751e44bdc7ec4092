import { readFileSync } from 'node:fs';

/** What the kernel counts of a process: /proc/<pid>/stat, in hundredths of a second (USER_HZ is 100 on every Linux). */
interface ProcessTimes {
  readonly ownMs: number;
  /** Of its children that have ended and were waited for. */
  readonly endedChildrenMs: number;
}

const msPerTick = 10;

function timesOf(pid: number): ProcessTimes {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command's name is in brackets and may hold anything; utime is field 14, the twelfth after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
  return {
    ownMs: ((user ?? NaN) + (system ?? NaN)) * msPerTick,
    endedChildrenMs: ((childUser ?? NaN) + (childSystem ?? NaN)) * msPerTick,
  };
}

/** Milliseconds of CPU, user and system together, that a process has used so far. */
export const cpuMsOf = (pid: number): number => timesOf(pid).ownMs;

/**
 * The same for a whole PostgreSQL server: the postmaster, its children that live (backends, writers, WAL) and those
 * that have ended, which the kernel adds to the postmaster's account when it waits for them.
 */
export function postgresCpuMs(postmaster: number): number {
  const { ownMs, endedChildrenMs } = timesOf(postmaster);
  return childrenOf(postmaster).reduce((sum, pid) => sum + (liveMs(pid) ?? 0), ownMs + endedChildrenMs);
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** A child that ended between the list and the look is on its parent's account. */
function liveMs(pid: number): number | undefined {
  try {
    return cpuMsOf(pid);
  } catch {
    return undefined;
  }
}
