import { TooManyRequestsException } from './too-many-requests.exception';

/** A place is given back when something ends that takes seconds: who is refused a place may look again after so long. */
const LOOK_AGAIN_S = 5;

/** Bounds how much goes on at once for each of many. It is kept in memory, by this process alone. */
export class ConcurrencyLimit {
  private readonly running = new Map<string, number>();

  /** @param refusal what the caller is told */
  constructor(
    private readonly most: number,
    private readonly refusal: string,
  ) {}

  /**
   * @param name whose place it is
   * @returns what to call once it has ended; calling it again does nothing
   * @throws TooManyRequestsException
   */
  enter(name: string): () => void {
    const running = this.running.get(name) ?? 0;
    if (running >= this.most) throw new TooManyRequestsException(this.refusal, LOOK_AGAIN_S);
    this.running.set(name, running + 1);
    let entered = true;
    return () => {
      if (entered) this.leave(name);
      entered = false;
    };
  }

  private leave(name: string): void {
    const left = (this.running.get(name) ?? 1) - 1;
    if (left === 0) this.running.delete(name);
    else this.running.set(name, left);
  }
}
