/** Keeps so many values, each for a time of its own; the one that was set longest ago makes room. */
export class BoundedCache<Value> {
  private readonly entries = new Map<string, { readonly value: Value; readonly until: number }>();

  constructor(private readonly most: number) {}

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (Date.now() < entry.until) return entry.value;
    this.entries.delete(key);
    return undefined;
  }

  /** @param until in milliseconds since 1970 */
  set(key: string, value: Value, until: number): void {
    this.entries.delete(key);
    this.entries.set(key, { value, until });
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.most && oldest !== undefined) this.entries.delete(oldest);
  }
}
