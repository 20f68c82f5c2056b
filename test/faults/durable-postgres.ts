import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationUrl } from '../../dev/postgres/connection';
import type { PostgresServer } from '../../dev/postgres/server';
import { findSystemUser, spawnOptions } from '../../dev/postgres/system-user';
import { sendSignal, waitForExit } from '../../dev/stack/processes';
import { startTestServer } from '../runner/test-server';
import { TEMPLATE_DATABASE } from '../support/database-server';
import { queryServer } from '../support/query-server';
import { until } from '../support/until';

const DATABASE = 'faults';
const EXIT_TIMEOUT_MS = 20_000;

/** As in an installation. The test server starts with most of these off, and would lose commits when it is killed. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  checkpoint_timeout: '30s',
  timezone: 'UTC',
};

/** A PostgreSQL server of its own, on a migrated database, which can be killed and paused. Its port never changes. */
export class DurablePostgres {
  private child: ChildProcess | undefined;
  private readonly onExit = (): void => {
    for (const pid of this.processIds()) sendSignal(pid, 'SIGKILL');
  };

  private constructor(
    private readonly origin: PostgresServer,
    private readonly program: string,
  ) {}

  static async start(): Promise<DurablePostgres> {
    const origin = await startTestServer();
    const program = join(await readProgramFolder(origin.ownerUrl), 'postgres');
    await queryServer(origin.ownerUrl, `CREATE DATABASE ${DATABASE} TEMPLATE ${TEMPLATE_DATABASE}`);
    const [pid] = readFileSync(join(origin.directory, 'data', 'postmaster.pid'), 'utf8').split('\n');
    origin.signalStop('fast');
    if (!(await waitForExit(Number(pid), EXIT_TIMEOUT_MS))) throw new Error('the test server does not end');
    const postgres = new DurablePostgres(origin, program);
    process.once('exit', postgres.onExit);
    await postgres.start();
    return postgres;
  }

  get port(): number {
    return Number(new URL(this.origin.ownerUrl).port);
  }

  /** Address with the role that owns the tables. */
  get ownerUrl(): string {
    return Object.assign(new URL(this.origin.ownerUrl), { pathname: `/${DATABASE}` }).href;
  }

  /** Address with the role of the application, on another port of this machine. */
  urlThrough(port: number): string {
    return Object.assign(new URL(applicationUrl(this.ownerUrl)), {
      hostname: '127.0.0.1',
      port: String(port),
    }).href;
  }

  /** Starts the server and waits until it has recovered. */
  async start(): Promise<void> {
    await until('PostgreSQL accepts connections', async () => {
      // Processes of a killed server may still hold its shared memory: then the new one ends at once.
      if (!this.isRunning) await this.spawn();
      return queryServer(this.ownerUrl, 'SELECT 1', { connectTimeoutMs: 2_000 }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Kills all processes of the server at once, as a power cut does. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || !this.isRunning) return;
    const ended = once(child, 'exit');
    const pids = this.processIds();
    for (const pid of pids) sendSignal(pid, 'SIGKILL');
    await ended;
    for (const pid of pids) await waitForExit(pid, EXIT_TIMEOUT_MS);
    this.child = undefined;
  }

  /** Kills one process of the server. The others end, and the server recovers by itself. */
  killOneProcess(): void {
    const [, ...children] = this.processIds();
    const last = children.at(-1);
    if (last !== undefined) sendSignal(last, 'SIGKILL');
  }

  pause(): void {
    for (const pid of this.processIds()) sendSignal(pid, 'SIGSTOP');
  }

  resume(): void {
    for (const pid of this.processIds()) sendSignal(pid, 'SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    process.off('exit', this.onExit);
    await this.origin.stop();
  }

  private get isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  private async spawn(): Promise<void> {
    const options = Object.entries({ ...SETTINGS, port: this.port }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const user = spawnOptions(await findSystemUser());
    this.child = spawn(this.program, ['-D', join(this.origin.directory, 'data'), ...options], {
      ...user,
      stdio: 'ignore',
    });
  }

  /** The main process first, then its children from the oldest to the newest. */
  private processIds(): number[] {
    const { pid } = this.child ?? {};
    if (pid === undefined) return [];
    try {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
      return [pid, ...children.split(' ').filter(Boolean).map(Number)];
    } catch {
      return [];
    }
  }
}

async function readProgramFolder(url: string): Promise<string> {
  const [row] = await queryServer(url, "SELECT setting FROM pg_config WHERE name = 'BINDIR'");
  return String(row?.setting);
}
