import type { Socket } from 'node:net';
import type { Client } from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { DatabaseBusyError } from './database-busy-error';
import { DatabaseUnavailableError } from './database-unavailable-error';
import type { DatabaseWork } from '../contract/database-work';
import { outsideOfRequests } from '../limits/outside-of-requests';
import { probe } from './probe';
import { codeOf, isTimeout, ofDriverError } from './unavailability';

/** Parts of the time limit of an answer. Parts are counted, so that a pause of this process does not count as silence. */
const PARTS = 15;
/** Parts without an answer after which the database is probed. */
const QUIET_PARTS = 3;
/**
 * Parts without an answer to a probe after which a call that can do without the database does not wait for it. Not parts
 * without an answer to calls: a slow statement sends nothing either.
 */
const UNCERTAIN_PARTS = 2;
/** Time between probes while the database is away. */
const PROBE_INTERVAL_MS = 1_000;
const PROBE_PARTS = 10;
/** Time in which no new connection is opened after the database has refused one. */
const REFUSAL_PAUSE_MS = 1_000;

interface Options {
  /** Host and port, for the log. */
  readonly host: string;
  /** Time in which the database must send something while calls wait for it. */
  readonly answerTimeoutMs: number;
  /** Creates the client of a probe. */
  readonly createClient: () => Client;
}

/**
 * Knows whether the database is away: it cannot be reached, or it sends nothing on any connection and a probe on a new one gets
 * no answer either. While it is away, statements are refused at once, and it is probed every second.
 */
export class DatabaseAvailability {
  private readonly logger = new Logger('Database');
  private readonly sockets = new Set<Socket>();
  private bytesOfClosed = 0;
  private outage: { readonly cause: DatabaseUnavailableError; readonly since: number } | undefined;
  private refusal: { readonly code: string | undefined; readonly until: number } | undefined;
  private isRefusalLogged = false;
  private waitingCount = 0;
  private timer: NodeJS.Timeout | undefined;
  private hasConnected = false;
  /** Parts without an answer although calls wait. */
  private quietParts = 0;
  private isProbeOverdue = false;
  private overdueTimer: NodeJS.Timeout | undefined;
  private readonly closing = new AbortController();
  private readonly onAway: ((error: Error) => void)[] = [];

  constructor(private readonly options: Options) {}

  /** Calls a function when the database is found away. */
  whenAway(listener: (error: Error) => void): void {
    this.onAway.push(listener);
  }

  /** Counts what the database sends on a socket. */
  track(socket: Socket): Socket {
    this.sockets.add(socket);
    return socket.once('close', () => {
      this.sockets.delete(socket);
      this.bytesOfClosed += socket.bytesRead;
    });
  }

  /** Whether the database answers the calls that wait for it, as far as is known. */
  get isAnswering(): boolean {
    return !this.outage && !this.isProbeOverdue;
  }

  /** @throws DatabaseUnavailableError while the database is away */
  assertAvailable(pool: DatabaseWork): void {
    if (!this.outage) return;
    const { code, message } = this.outage.cause;
    throw new DatabaseUnavailableError(message, { code, host: this.options.host, pool });
  }

  /** Whether the database has just refused a new connection, so that it should get no other. */
  get refusesConnections(): boolean {
    return this.refusal !== undefined && this.refusal.until > performance.now();
  }

  /** Returns the error of a call that would need a new connection while the database refuses them. */
  refusedConnection(pool: DatabaseWork): DatabaseBusyError {
    const { host } = this.options;
    return new DatabaseBusyError('the database refuses new connections', {
      code: this.refusal?.code,
      host,
      pool,
    });
  }

  /** Begins to wait for the database. @returns a function that ends it; further calls of it do nothing */
  beginWait(): () => void {
    this.waitingCount += 1;
    if (this.waitingCount === 1) this.watch();
    let isWaiting = true;
    return () => {
      if (isWaiting) this.waitingCount -= 1;
      isWaiting = false;
    };
  }

  /** Notes that a connection was opened. */
  noteConnection(): void {
    this.hasConnected = true;
    this.refusal = undefined;
    if (!this.isRefusalLogged) return;
    this.isRefusalLogged = false;
    outsideOfRequests(() => {
      this.logger.log(`${this.options.host} accepts connections again`);
    });
  }

  /** Returns the error for the caller that could not open a connection. Notes whether the database is away. */
  connectionFailed(error: unknown, pool: DatabaseWork): DatabaseUnavailableError {
    const code = codeOf(error);
    const source = { code, host: this.options.host, pool, cause: error };
    // The silence of other connections decides whether it is away: this process may just have been busy.
    if (isTimeout(error))
      return new DatabaseUnavailableError('the database opened no connection in time', source);
    if (ofDriverError(error) !== 'away') {
      this.noteRefusal(error);
      return new DatabaseBusyError('the database refuses new connections', source);
    }
    const unavailable = new DatabaseUnavailableError('the database cannot be reached', source);
    // At the start, the caller reports the error and tries again.
    if (this.hasConnected) this.noteOutage(unavailable);
    return unavailable;
  }

  close(): void {
    this.closing.abort();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private noteRefusal(error: unknown): void {
    this.refusal = { code: codeOf(error), until: performance.now() + REFUSAL_PAUSE_MS };
    if (this.isRefusalLogged || !this.hasConnected) return;
    this.isRefusalLogged = true;
    outsideOfRequests(() => {
      this.logger.warn({ err: error, host: this.options.host }, 'the database refuses new connections');
    });
  }

  private noteOutage(cause: DatabaseUnavailableError): void {
    if (this.outage || this.isClosed) return;
    this.outage = { cause, since: performance.now() };
    for (const listener of this.onAway) listener(cause);
    outsideOfRequests(() => {
      this.logger.warn({ err: cause }, 'the database is away; calls that need it get 503 until it is back');
      void this.probeUntilBack();
    });
  }

  /** Checks while calls wait whether the database sends anything. */
  private watch(): void {
    if (this.timer || this.isClosed || this.outage) return;
    outsideOfRequests(() => {
      this.quietParts = 0;
      this.checkLater(this.receivedBytes);
    });
  }

  private checkLater(bytes: number): void {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const received = this.receivedBytes;
      this.quietParts = received === bytes ? this.quietParts + 1 : 0;
      if (this.waitingCount === 0) this.quietParts = 0;
      else if (this.quietParts < QUIET_PARTS) this.checkLater(received);
      else void this.probeSilence();
    }, this.partMs).unref();
  }

  private async probeSilence(): Promise<void> {
    const bytes = this.receivedBytes;
    this.expectAnswerWithin(UNCERTAIN_PARTS);
    const answer = await this.probe(this.partMs);
    clearTimeout(this.overdueTimer);
    this.isProbeOverdue = false;
    if (this.isClosed) return;
    if (answer.isAlive || this.receivedBytes !== bytes) {
      this.quietParts = 0;
      if (this.waitingCount > 0) this.watch();
      return;
    }
    const { host } = this.options;
    const code = codeOf(answer.error) ?? 'ETIMEDOUT';
    const cause = new DatabaseUnavailableError('the database does not answer', { code, host });
    this.noteOutage(cause);
    // Statements would wait for the end of the silence.
    for (const socket of this.sockets) socket.destroy(new Error('the database does not answer'));
  }

  private expectAnswerWithin(parts: number): void {
    this.overdueTimer = setTimeout(() => {
      if (parts > 1) this.expectAnswerWithin(parts - 1);
      else this.isProbeOverdue = true;
    }, this.partMs).unref();
  }

  private async probeUntilBack(): Promise<void> {
    while (this.outage && !this.isClosed) {
      const begun = performance.now();
      const { isAlive } = await this.probe(PROBE_INTERVAL_MS / PROBE_PARTS);
      if (isAlive) {
        this.endOutage();
        return;
      }
      const pauseMs = Math.max(0, begun + PROBE_INTERVAL_MS - performance.now());
      await wait(pauseMs, undefined, { ref: false, signal: this.closing.signal }).catch(() => undefined);
    }
  }

  private endOutage(): void {
    if (!this.outage || this.isClosed) return;
    const seconds = ((performance.now() - this.outage.since) / 1_000).toFixed(1);
    this.outage = undefined;
    this.quietParts = 0;
    this.logger.log(`the database ${this.options.host} is back after ${seconds} seconds`);
    if (this.waitingCount > 0) this.watch();
  }

  private probe(partMs: number): ReturnType<typeof probe> {
    const { signal } = this.closing;
    return probe(this.options.createClient, { partMs, parts: PROBE_PARTS, signal });
  }

  private get isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  private get partMs(): number {
    return Math.ceil(this.options.answerTimeoutMs / PARTS);
  }

  private get receivedBytes(): number {
    let bytes = this.bytesOfClosed;
    for (const { bytesRead } of this.sockets) bytes += bytesRead;
    return bytes;
  }
}
