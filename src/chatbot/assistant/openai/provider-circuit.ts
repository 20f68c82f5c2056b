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

/** Replies in a row for which a provider failed, after which it is left alone. */
const FAILURES = 3;
/** A header that asks for longer is a slip more often than it is meant. */
const LONGEST_REST_MS = 24 * 60 * 60_000;

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
 * to be left alone for a while is left alone by everybody.
 */
export class ProviderCircuit {
  private readonly logger = new Logger(ProviderCircuit.name);
  private readonly breaker = circuitBreaker(
    handleWhen((error) => error instanceof ModelFailure && error.isServers),
    // When it is tried again is decided here: the package would take the next message for it.
    { breaker: new ConsecutiveBreaker(FAILURES), halfOpenAfter: 0 },
  );
  private readonly firstPause: ExponentialBackoff<number>;
  private pause: IBackoff<unknown> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isProbing = false;
  private readonly ending = new AbortController();
  /** Milliseconds, of the clock that `performance.now()` reads. */
  private restsUntil = 0;

  constructor(
    private readonly provider: Provider,
    { firstMs, longestMs }: ProbeTimes = PROBE_TIMES,
  ) {
    this.firstPause = new ExponentialBackoff({
      generator: halfJitterGenerator,
      initialDelay: firstMs,
      maxDelay: longestMs,
    });
    const { host } = provider;
    this.breaker.onBreak((cause) => {
      const reason = 'error' in cause ? cause.error.message : undefined;
      if (!this.isProbing)
        this.logger.warn({ host, reason }, 'the model server is left alone until it answers again');
      this.probeLater();
    });
    this.breaker.onReset(() => {
      if (!this.ending.signal.aborted) this.logger.log({ host }, 'the model server answers again');
    });
  }

  /** Whether it may be asked now. */
  get isClosed(): boolean {
    return this.breaker.state === CircuitState.Closed && performance.now() >= this.restsUntil;
  }

  /** Notes how it went: with a reply, or with why there was none. */
  async record(failure?: ModelFailure): Promise<void> {
    if (failure?.pauseMs !== undefined) this.rest(failure.pauseMs);
    // What was begun before it opened says nothing new.
    if (this.breaker.state !== CircuitState.Closed) return;
    if (!failure) this.pause = undefined;
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

  private rest(milliseconds: number): void {
    const rest = Math.min(milliseconds, LONGEST_REST_MS);
    this.restsUntil = Math.max(this.restsUntil, performance.now() + rest);
    const { host } = this.provider;
    this.logger.warn({ host, milliseconds: rest }, 'the model server asked to be left alone');
  }

  private probeLater(): void {
    if (this.ending.signal.aborted) return;
    this.pause = this.pause ? this.pause.next(undefined) : this.firstPause.next();
    const rest = this.restsUntil - performance.now();
    this.timer = setTimeout(() => void this.probe(), Math.max(this.pause.duration, rest)).unref();
  }

  private async probe(): Promise<void> {
    this.isProbing = true;
    await this.breaker.execute(() => this.provider.probe(this.ending.signal)).catch(() => undefined);
    this.isProbing = false;
  }
}
