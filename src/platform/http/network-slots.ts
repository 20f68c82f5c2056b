/** Counts what each network has open at one time, up to a limit. */
export class NetworkSlots {
  private readonly taken = new Map<string, number>();

  constructor(private readonly limit: number) {}

  /** Takes a slot of a network. Returns false if all are taken. */
  take(network: string): boolean {
    const count = this.taken.get(network) ?? 0;
    if (count >= this.limit) return false;
    this.taken.set(network, count + 1);
    return true;
  }

  /** Gives a slot back that was taken. */
  release(network: string): void {
    const remaining = (this.taken.get(network) ?? 1) - 1;
    if (remaining === 0) this.taken.delete(network);
    else this.taken.set(network, remaining);
  }
}
