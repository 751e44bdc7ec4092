/** True when arrays and objects are nested in more than `levels` levels. Walks level by level, without recursion. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level: object[] = containersIn([value]);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === levels) return true;
    level = level.flatMap((container) => containersIn(Object.values(container)));
  }
  return false;
}

function containersIn(values: readonly unknown[]): object[] {
  return values.filter((value): value is object => typeof value === 'object' && value !== null);
}
