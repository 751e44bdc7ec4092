/** Closes a switch over a tagged union: reaching it is a bug, not an outcome. */
export function assertNever(value: never): never {
  const tag = typeof value === 'object' && value !== null ? Object.keys(value).join(',') : typeof value;
  throw new Error(`unreachable variant with members: ${tag}`);
}
