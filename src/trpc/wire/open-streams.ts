import { networkOf } from '../../limits/address-limit';
import { TooManyRequestsException } from '../../limits/too-many-requests.exception';

/** Bounds how many streams one network address has open. It is kept in memory, by this process alone. */
export class OpenStreams {
  private readonly open = new Map<string, number>();

  constructor(private readonly most: number) {}

  /**
   * @returns what to call once the stream has ended
   * @throws TooManyRequestsException
   */
  enter(address: string): () => void {
    const network = networkOf(address);
    const open = this.open.get(network) ?? 0;
    if (open >= this.most) {
      throw new TooManyRequestsException(
        'Too many streams are open from your network; try again in 5 seconds',
        5,
      );
    }
    this.open.set(network, open + 1);
    return () => {
      const left = (this.open.get(network) ?? 1) - 1;
      if (left === 0) this.open.delete(network);
      else this.open.set(network, left);
    };
  }
}
