/** Asks the broker once which cluster it is; a failure is not remembered. */
export function clusterIdentity(ask: () => Promise<string>): () => Promise<string> {
  let known: Promise<string> | undefined;
  const forget = (error: unknown): never => {
    known = undefined;
    throw error;
  };
  return () => (known ??= ask().catch(forget));
}
