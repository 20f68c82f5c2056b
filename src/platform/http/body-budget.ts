import { changeCount } from '../../shared/counts';
import { limitsHit } from '../limits/limits-hit';
import { TooBusyException } from '../limits/too-busy.exception';
import { TooManyRequestsException } from '../limits/too-many-requests.exception';

/** Shorter than the server's own timeout for receiving a request. */
const WAIT_TIMEOUT_MS = 20_000;

/** Requests of one caller that wait. Each one keeps what has arrived of its body. */
const MAX_WAITING_OF_CALLER = 64;

const RETRY_AFTER_SECONDS = 10;

interface BodyBudgetOptions {
  /** Of all bodies together. */
  readonly bytes: number;
  /** Of the bodies of one caller. */
  readonly bytesPerCaller: number;
  readonly timeoutMs?: number;
  /** What callers send, in the error messages: `Bundles`. */
  readonly content: string;
}

interface WaitingRequest {
  readonly bytes: number;
  readonly start: () => void;
}

/**
 * Limits the memory of all request bodies together, and of each caller's. Further requests wait, unread: those of one caller in
 * order of arrival, and callers in turn.
 */
export class BodyBudget {
  private usedBytes = 0;
  private readonly usedByCaller = new Map<string, number>();
  /** The first caller is the next one. */
  private readonly waiting = new Map<string, WaitingRequest[]>();

  constructor(private readonly options: BodyBudgetOptions) {}

  /**
   * Reserves bytes, and waits until they are free.
   * @throws TooManyRequestsException if the caller's own requests take its share until the timeout, or too many wait
   * @throws TooBusyException if those of all callers take the budget until the timeout
   */
  async reserve(caller: string, bytes: number): Promise<BodyReservation> {
    const requests = this.waiting.get(caller) ?? [];
    if (requests.length >= MAX_WAITING_OF_CALLER) throw this.refusalOfCaller();
    await new Promise<void>((resolve, reject) => {
      const request: WaitingRequest = {
        bytes,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        const isOwnFault = !this.fitsCaller(caller, bytes);
        this.remove(caller, request);
        this.startWaiting();
        reject(isOwnFault ? this.refusalOfCaller() : this.refusalOfAll());
      }, this.options.timeoutMs ?? WAIT_TIMEOUT_MS);
      this.waiting.set(caller, [...requests, request]);
      this.startWaiting();
    });
    return new BodyReservation(bytes, (freed) => {
      this.use(caller, -freed);
      this.startWaiting();
    });
  }

  /** Starts the first request of each caller in turn, until one needs more than is free. */
  private startWaiting(): void {
    for (const [caller, [next]] of this.waiting) {
      if (!next || !this.fitsCaller(caller, next.bytes)) continue;
      // Smaller requests of others must not delay a large one forever.
      if (this.usedBytes + next.bytes > this.options.bytes) return;
      this.remove(caller, next);
      this.use(caller, next.bytes);
      next.start();
    }
  }

  private fitsCaller(caller: string, bytes: number): boolean {
    return (this.usedByCaller.get(caller) ?? 0) + bytes <= this.options.bytesPerCaller;
  }

  private use(caller: string, bytes: number): void {
    this.usedBytes += bytes;
    changeCount(this.usedByCaller, caller, bytes);
  }

  /** Removes a waiting request, and moves its caller behind all others. */
  private remove(caller: string, request: WaitingRequest): void {
    const others = (this.waiting.get(caller) ?? []).filter((other) => other !== request);
    this.waiting.delete(caller);
    if (others.length > 0) this.waiting.set(caller, others);
  }

  private refusalOfCaller(): TooManyRequestsException {
    limitsHit.add({ limit: `${this.options.content} per caller` });
    return new TooManyRequestsException(budgetTexts(this.options.content).ofCaller, RETRY_AFTER_SECONDS);
  }

  private refusalOfAll(): TooBusyException {
    limitsHit.add({ limit: `${this.options.content} in all` });
    return new TooBusyException(budgetTexts(this.options.content).ofAll, RETRY_AFTER_SECONDS);
  }
}

/** Returns the error messages of a budget, if a caller's own bodies use up its share, and if those of all use up the budget. */
export function budgetTexts(content: string): { readonly ofCaller: string; readonly ofAll: string } {
  return {
    ofCaller: `too many of your ${content} at one time: send it again in a while`,
    ofAll: `too many ${content} at one time: send it again in a while`,
  };
}

/** Bytes of a budget that one body uses. */
export class BodyReservation {
  constructor(
    private bytes: number,
    private readonly free: (bytes: number) => void,
  ) {}

  /** Frees what a body does not need. */
  shrinkTo(bytes: number): void {
    const freed = this.bytes - bytes;
    if (freed <= 0) return;
    this.bytes = bytes;
    this.free(freed);
  }

  /** Frees all bytes. Further calls do nothing. */
  release(): void {
    this.shrinkTo(0);
  }
}
