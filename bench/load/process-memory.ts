import { readFile } from 'node:fs/promises';

/** Resident memory of one process in MiB, by the kernel's own account (`/proc/<pid>/status`, proc(5)). */
export interface ProcessMemory {
  /** VmRSS: now. */
  readonly nowMb: number;
  /** VmHWM: the most it ever was. */
  readonly peakMb: number;
}

/** undefined where the process is gone, or the system has no /proc. */
export async function memoryOf(pid: number): Promise<ProcessMemory | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const nowMb = mebibytes(status, 'VmRSS');
  const peakMb = mebibytes(status, 'VmHWM');
  return nowMb === undefined || peakMb === undefined ? undefined : { nowMb, peakMb };
}

function mebibytes(status: string, field: string): number | undefined {
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  return kibibytes === undefined ? undefined : Math.round((Number(kibibytes) / 1024) * 10) / 10;
}
