import { readFile } from 'node:fs/promises';

/** Says whether a process of this id runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start of a process in clock ticks since boot (field 22 of /proc/<pid>/stat); empty where the system does not tell. */
export async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in field 2 may hold blanks and brackets: count from its closing one.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
