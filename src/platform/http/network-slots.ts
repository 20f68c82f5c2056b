import { changeCount } from '../../shared/counts';

/** Counts what each network has open at one time, up to a limit. */
export class NetworkSlots {
  private readonly taken = new Map<string, number>();

  constructor(private readonly limit: number) {}

  /** Takes a slot of a network. Returns false if all are taken. */
  take(network: string): boolean {
    if ((this.taken.get(network) ?? 0) >= this.limit) return false;
    changeCount(this.taken, network, 1);
    return true;
  }

  /** Gives a slot back that was taken. */
  release(network: string): void {
    changeCount(this.taken, network, -1);
  }
}
