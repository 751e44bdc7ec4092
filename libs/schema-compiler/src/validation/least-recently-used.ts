/** A bounded memory: what was not asked for the longest is forgotten first. */
export class LeastRecentlyUsed<K, V> {
  private readonly entries = new Map<K, V>();

  constructor(private readonly size: number) {}

  get(key: K, make: () => V): V {
    const value = this.entries.get(key) ?? make();
    // A Map keeps the order of insertion: taken out and put in again, the entry is the newest.
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size > this.size) this.entries.delete(this.entries.keys().next().value as K);
    return value;
  }
}
