/** A namespace and how many questions it asks. */
export interface Share {
  readonly namespace: string;
  readonly questions: number;
}

/** Parts of the whole, each namespace about a third of the one before: 4 of them ask 70, 20, 7 and 3 of 100. */
const parts = [70, 20, 7, 3, 1, 1, 1, 1] as const;

/** Divides the questions unequally over 1 to 8 namespaces, the largest first. */
export function sharesOf(questions: number, namespaces: number): Share[] {
  const taken = parts.slice(0, namespaces);
  const sum = taken.reduce<number>((total, part) => total + part, 0);
  const small = taken.slice(1).map((part) => Math.max(1, Math.round((questions * part) / sum)));
  const counts = [questions - small.reduce((total, count) => total + count, 0), ...small];
  return counts.map((count, index) => ({ namespace: `tenant-${index + 1}`, questions: count }));
}
