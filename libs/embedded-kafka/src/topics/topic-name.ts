const longest = 249;

/** Kafka's rule for topic names: letters, digits, dot, underscore and dash, and no name that means a folder. */
export function isTopicName(name: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(name) && name.length <= longest && name !== '.' && name !== '..';
}
