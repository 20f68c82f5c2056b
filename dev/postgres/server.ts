import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, fchownSync, openSync } from 'node:fs';
import { readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../stack/ports';
import { signal } from '../stack/processes';
import { StackError } from '../stack/stack-error';
import { spawnOptions } from './account';
import { binariesFor, type Binaries } from './binaries';
import { ensureCluster } from './cluster';
import { ensureDatabase, servedDirectory, urlOf } from './connection';
import { dataOf, type Home } from './home';
import { findRunning, stopPostmaster, type Postmaster } from './postmaster';

/** A PostgreSQL that answers. */
export interface PostgresServer {
  readonly url: string;
  /** Where its data, its password and its log are. */
  readonly directory: string;
  readonly pid: number;
  /** True if it was running already. */
  readonly adopted: boolean;
  /** Stops it and waits until it is gone. */
  stop(): Promise<void>;
  /** Tells it to stop and does not wait: `fast` lets it finish writing, `immediate` leaves that to its next start. */
  signalStop(mode: 'fast' | 'immediate'): void;
}

/** How a server is run. */
export interface ServerOptions {
  /** False where losing everything in a power cut does not matter: tests. Three to four times as fast. */
  readonly durable: boolean;
}

/** Starts PostgreSQL on `home`, with what it takes: programs, data, port, database. Adopts one that is running there. */
export async function startServer(home: Home, options: ServerOptions): Promise<PostgresServer> {
  const binaries = await binariesFor(home.account, home.base);
  const password = await ensureCluster(home, binaries, options);
  for (let attempt = 1; ; attempt += 1) {
    const running = await findRunning(dataOf(home.directory), password);
    const postmaster = running ?? (await spawnPostmaster({ home, binaries, password }, options));
    if (postmaster !== undefined) {
      await ensureDatabase({ port: postmaster.port, password });
      return serverOf(postmaster, { home, password, adopted: running !== undefined });
    }
    // Another program took the port, or the orphans of a killed server are still there.
    if (attempt === 6)
      throw new StackError(`PostgreSQL does not start. ${logFile(home)} ends with:\n${await endOfLog(home)}`);
    await sleep(300);
  }
}

interface Placed {
  readonly home: Home;
  readonly binaries: Binaries;
  readonly password: string;
}

/** @returns undefined if it ended instead of answering */
async function spawnPostmaster(
  { home, binaries, password }: Placed,
  options: ServerOptions,
): Promise<Postmaster | undefined> {
  const port = await freePort();
  const log = await openLog(home);
  // In a process group of its own, so that Ctrl-C in the terminal reaches the launcher and not the database.
  const child = spawn(binaries.postgres, ['-D', dataOf(home.directory), ...settingsFor(port, options)], {
    ...spawnOptions(home.account),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const end = watchEnd(child);
  const deadline = Date.now() + 120_000;
  while (!end.seen && Date.now() < deadline) {
    const served = await servedDirectory({ port, password }).catch(() => undefined);
    if (served !== undefined && child.pid !== undefined && child.exitCode === null)
      return { pid: child.pid, port };
    await sleep(20);
  }
  if (end.problem !== undefined) throw new StackError(`PostgreSQL could not be run: ${end.problem}`);
  if (!end.seen && child.pid !== undefined) await stopPostmaster(child.pid);
  return undefined;
}

function watchEnd(child: ChildProcess): { readonly seen: boolean; readonly problem?: string } {
  const end: { seen: boolean; problem?: string } = { seen: false };
  child.on('exit', () => {
    end.seen = true;
  });
  child.on('error', (error) => {
    end.seen = true;
    end.problem = error.message;
  });
  return end;
}

function settingsFor(port: number, { durable }: ServerOptions): string[] {
  const onlyIfDurable = durable ? 'on' : 'off';
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    fsync: onlyIfDurable,
    synchronous_commit: onlyIfDurable,
    full_page_writes: onlyIfDurable,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function serverOf(
  { pid, port }: Postmaster,
  { home, password, adopted }: { home: Home; password: string; adopted: boolean },
): PostgresServer {
  return {
    url: urlOf({ port, password }),
    directory: home.directory,
    pid,
    adopted,
    stop: () => stopPostmaster(pid),
    signalStop: (mode) => {
      signal(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    },
  };
}

function logFile(home: Home): string {
  return join(home.directory, 'postgres.log');
}

/** Appends to the log, which starts anew when it has become large. */
async function openLog(home: Home): Promise<number> {
  const size = await stat(logFile(home)).then(
    (found) => found.size,
    () => 0,
  );
  if (size > 10_000_000) await truncate(logFile(home));
  const log = openSync(logFile(home), 'a', 0o600);
  if (home.account !== undefined) fchownSync(log, home.account.uid, home.account.gid);
  return log;
}

async function endOfLog(home: Home): Promise<string> {
  return (await readFile(logFile(home), 'utf8')).trim().split('\n').slice(-6).join('\n');
}
