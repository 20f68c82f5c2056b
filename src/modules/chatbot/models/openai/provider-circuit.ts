import { Logger } from '@nestjs/common';
import {
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  type IBackoff,
  circuitBreaker,
  halfJitterGenerator,
  handleWhen,
} from 'cockatiel';
import { ModelFailure } from './model-failure';

/** Replies in a row for which a provider failed, after which it is left alone. One is enough where nobody is there. */
const FAILURES = 3;
/** A header that asks for longer is a slip more often than it is meant. */
const LONGEST_REST_MS = 15 * 60_000;
/** So short a rest is over when its time is: the server has just answered, and asking would use up what it limits. */
const BRIEF_REST_MS = 5_000;

/** When a provider that is left alone is tried again, in milliseconds; each vain attempt doubles the wait. */
export interface ProbeTimes {
  readonly firstMs: number;
  readonly longestMs: number;
}

export const PROBE_TIMES: ProbeTimes = { firstMs: 5_000, longestMs: 60_000 };

interface Provider {
  /** Host and port, for the log. */
  readonly host: string;
  /** Asks the server something that holds no text of a person; throws where it does not answer. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
}

/**
 * Whether one provider is asked at all. After some failures in a row it is not, so that a dead provider costs a reply
 * nothing; whether it is back is found out by requests of our own, never by somebody's message. A provider that asked
 * to be left alone for a while is left alone by everybody, from that moment on.
 */
export class ProviderCircuit {
  private readonly logger = new Logger(ProviderCircuit.name);
  private readonly failures = new ConsecutiveBreaker(FAILURES);
  private readonly breaker = circuitBreaker(
    handleWhen((error) => error instanceof ModelFailure && error.isServers),
    // When it is tried again is decided here: the package would take the next message for it.
    { breaker: this.failures, halfOpenAfter: 0 },
  );
  private readonly firstPause: ExponentialBackoff<number>;
  private readonly longestMs: number;
  private pause: IBackoff<unknown> | undefined;
  /** Of the next probe. */
  private timer: NodeJS.Timeout | undefined;
  private isProbing = false;
  private readonly ending = new AbortController();
  /** Milliseconds, of the clock that `performance.now()` reads. */
  private restsUntil = 0;
  /** Whether its rest is so long that only a probe ends it. */
  private isRestLong = false;

  constructor(
    private readonly provider: Provider,
    { firstMs, longestMs }: ProbeTimes = PROBE_TIMES,
  ) {
    this.firstPause = new ExponentialBackoff({
      generator: halfJitterGenerator,
      initialDelay: firstMs,
      maxDelay: longestMs,
    });
    this.longestMs = longestMs;
    const { host } = provider;
    this.breaker.onBreak((cause) => {
      const reason = 'error' in cause ? cause.error.message : undefined;
      if (!this.isProbing)
        this.logger.warn({ host, reason }, 'the model server is left alone until it answers again');
      this.probeLater();
    });
  }

  /** Milliseconds until it may be asked, 0 for now; Infinity where a probe has to find out. */
  get waitMs(): number {
    if (this.breaker.state !== CircuitState.Closed || this.isRestLong) return Infinity;
    return Math.max(0, this.restsUntil - performance.now());
  }

  /** Leaves it alone for as long as it asked, in milliseconds. */
  rest(askedMs: number): void {
    const milliseconds = Math.min(askedMs, LONGEST_REST_MS);
    const { host } = this.provider;
    if (this.waitMs === 0)
      this.logger.warn({ host, milliseconds }, 'the model server asked to be left alone');
    this.restsUntil = Math.max(this.restsUntil, performance.now() + milliseconds);
    if (milliseconds <= BRIEF_REST_MS) return;
    this.isRestLong = true;
    this.probeLater();
  }

  /** Notes how it went: with a reply, or with why there was none. */
  async record(failure?: ModelFailure): Promise<void> {
    // What was begun before it opened says nothing new.
    if (this.breaker.state !== CircuitState.Closed) return;
    if (!failure) this.pause = undefined;
    if (failure?.isAbsence) this.failures.state = FAILURES - 1;
    const outcome = () => {
      if (failure) throw failure;
    };
    await this.breaker.execute(outcome).catch(() => undefined);
  }

  /** Probes no more. */
  end(): void {
    clearTimeout(this.timer);
    this.ending.abort();
  }

  private probeLater(): void {
    if (this.timer || this.isProbing || this.ending.signal.aborted) return;
    this.pause = this.pause ? this.pause.next(undefined) : this.firstPause.next();
    const rest = Math.min(this.restsUntil - performance.now(), this.longestMs);
    this.timer = setTimeout(() => void this.probe(), Math.max(this.pause.duration, rest)).unref();
  }

  private async probe(): Promise<void> {
    this.timer = undefined;
    this.isProbing = true;
    const failure = await this.breaker
      .execute(() => this.provider.probe(this.ending.signal))
      .catch((error: unknown) => error);
    this.isProbing = false;
    if (this.ending.signal.aborted) return;
    if (failure instanceof ModelFailure && failure.pauseMs !== undefined) this.rest(failure.pauseMs);
    const isThere = !(failure instanceof ModelFailure && failure.isServers);
    if (!isThere || this.breaker.state !== CircuitState.Closed) {
      this.probeLater();
      return;
    }
    this.restsUntil = 0;
    this.isRestLong = false;
    this.logger.log({ host: this.provider.host }, 'the model server answers again');
  }
}
