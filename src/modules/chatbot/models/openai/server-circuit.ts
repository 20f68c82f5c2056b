import { Logger } from '@nestjs/common';
import { ExponentialBackoff, type IBackoff, halfJitterGenerator } from 'cockatiel';
import { openCircuits } from '../../../../platform/metrics/circuits';
import { ModelFailure } from './model-failure';
import type { ModelServerClient } from './model-server-client';

/** Failed replies in a row that open the circuit. */
const MAX_FAILURES = 3;
/** A longer `Retry-After` is more often a mistake than an intention. */
const MAX_PAUSE_MS = 15 * 60_000;
/** A pause up to this ends without a probe, which would use up the rate limit of a server that has just answered. */
const MAX_PAUSE_WITHOUT_PROBE_MS = 5_000;

/** The time to the first probe; it doubles for each further one, up to the longest. */
export interface ProbeTimes {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * The circuit breaker of one model server, which only a probe closes. cockatiel's breaker tests a server with the next call,
 * which would be a user's message, and needs the whole call as a promise, which a streamed reply is not.
 */
export class ServerCircuit {
  private readonly logger = new Logger(ServerCircuit.name);
  private readonly probeBackoff: ExponentialBackoff<number>;
  private backoff: IBackoff<unknown> | undefined;
  private probeTimer: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();
  private readonly endObservation: () => void;
  private failures = 0;
  private isOpen = false;
  /** In milliseconds of `performance.now()`. */
  private pausedUntil = 0;

  constructor(
    private readonly server: Pick<ModelServerClient, 'host' | 'probe'>,
    private readonly probeTimes: ProbeTimes = { firstMs: 5_000, longestMs: 60_000 },
  ) {
    this.probeBackoff = new ExponentialBackoff({
      generator: halfJitterGenerator,
      initialDelay: probeTimes.firstMs,
      maxDelay: probeTimes.longestMs,
    });
    this.endObservation = openCircuits.observe(() => [
      [{ circuit: `model ${server.host}` }, Number(this.waitMs > 0)],
    ]);
  }

  /** Milliseconds until messages may be sent: 0 for now, Infinity if a probe decides. */
  get waitMs(): number {
    return this.isOpen ? Infinity : Math.max(0, this.pausedUntil - performance.now());
  }

  /** Pauses messages as the server requested. A long pause opens the circuit. */
  pause(requestedMs: number): void {
    const milliseconds = Math.min(requestedMs, MAX_PAUSE_MS);
    const { host } = this.server;
    if (this.waitMs === 0)
      this.logger.warn({ host, milliseconds }, 'the model server asked to be left alone');
    this.pausedUntil = Math.max(this.pausedUntil, performance.now() + milliseconds);
    if (milliseconds > MAX_PAUSE_WITHOUT_PROBE_MS) this.open();
  }

  /** Records the outcome of a reply. Replies that started before the circuit opened do not count. */
  record(failure?: ModelFailure): void {
    if (this.isOpen) return;
    if (!failure) {
      this.failures = 0;
      this.backoff = undefined;
    } else if (!failure.traits.isServerHealthy) {
      this.failures += failure.traits.isUnreachable ? MAX_FAILURES : 1;
      if (this.failures < MAX_FAILURES) return;
      const { host } = this.server;
      this.logger.warn(
        { host, reason: failure.message },
        'the model server is left alone until it answers again',
      );
      this.open();
    }
  }

  stopProbing(): void {
    clearTimeout(this.probeTimer);
    this.stopping.abort();
    this.endObservation();
  }

  private open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.scheduleProbe();
  }

  private scheduleProbe(): void {
    if (this.stopping.signal.aborted) return;
    this.backoff = this.backoff ? this.backoff.next(undefined) : this.probeBackoff.next();
    const pauseMs = Math.min(this.pausedUntil - performance.now(), this.probeTimes.longestMs);
    const delayMs = Math.max(this.backoff.duration, pauseMs);
    this.probeTimer = setTimeout(() => void this.probe(), delayMs).unref();
  }

  private async probe(): Promise<void> {
    const failure = await this.server.probe(this.stopping.signal).catch((error: unknown) => error);
    if (this.stopping.signal.aborted) return;
    if (failure instanceof ModelFailure && !failure.traits.isServerHealthy) {
      if (failure.traits.pauseMs !== undefined) this.pause(failure.traits.pauseMs);
      this.scheduleProbe();
      return;
    }
    this.isOpen = false;
    this.failures = 0;
    this.pausedUntil = 0;
    this.logger.log({ host: this.server.host }, 'the model server answers again');
  }
}
