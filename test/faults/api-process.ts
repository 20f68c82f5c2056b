import { ServerProcess } from '../support/server-process';
import type { DurablePostgres } from './durable-postgres';
import { NetworkLink } from './network-link';

/** Short limits, so that a run has time for many faults. */
const SETTINGS = {
  LOG_LEVEL: 'warn',
  DATABASE_POOL_SIZE: '8',
  DATABASE_TIMEOUT_MS: '1000',
  DATABASE_CONNECT_TIMEOUT_MS: '1000',
  CHATBOT_DEADLINE_MS: '2000',
};

/** A process of the platform between two links: one to its callers, one to the database. */
export class ApiProcess {
  private server: ServerProcess | undefined;
  private isKilled = false;
  /** The log of processes that were killed. */
  private earlierLog = '';

  private constructor(
    readonly toCallers: NetworkLink,
    readonly toDatabase: NetworkLink,
    private readonly postgres: DurablePostgres,
  ) {}

  static async start(postgres: DurablePostgres): Promise<ApiProcess> {
    const api = new ApiProcess(await NetworkLink.open(), await NetworkLink.open(postgres.port), postgres);
    await api.start();
    return api;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.toCallers.port}`;
  }

  /** Starts a process again after `kill`, and waits until it is ready. */
  async start(): Promise<void> {
    this.earlierLog += this.server?.log ?? '';
    this.server = await ServerProcess.start({
      ...SETTINGS,
      DATABASE_URL: this.postgres.urlThrough(this.toDatabase.port),
    });
    this.isKilled = false;
    this.toCallers.retarget(Number(new URL(this.server.origin).port));
  }

  /** The log of all its processes until now. */
  get log(): string {
    return this.earlierLog + (this.server?.log ?? '');
  }

  kill(): void {
    this.isKilled = true;
    this.server?.kill();
  }

  pause(): void {
    this.server?.pause();
  }

  resume(): void {
    this.server?.resume();
  }

  /** @throws Error if the process has ended by itself */
  assertAlive(): void {
    if (!this.server?.hasEnded || this.isKilled) return;
    throw new Error(`a process ended by itself: ${this.server.errors}${this.server.log.slice(-4_000)}`);
  }

  async stop(): Promise<void> {
    this.kill();
    await this.toCallers.close();
    await this.toDatabase.close();
  }
}
