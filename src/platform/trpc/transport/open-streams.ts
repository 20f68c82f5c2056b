import { networkOf } from '../../limits/address-limit';
import { ConcurrencyLimit } from '../../limits/concurrency-limit';

/** Bounds how many streams one network address has open. */
export class OpenStreams {
  private readonly perNetwork: ConcurrencyLimit;

  constructor(most: number) {
    this.perNetwork = new ConcurrencyLimit(
      most,
      'Too many streams are open from your network; try again in 5 seconds',
    );
  }

  /**
   * @returns what to call once the stream has ended
   * @throws TooManyRequestsException
   */
  enter(address: string): () => void {
    return this.perNetwork.enter(networkOf(address));
  }
}
