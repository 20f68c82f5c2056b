import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, fchownSync, openSync } from 'node:fs';
import { readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../stack/ports';
import { sendSignal } from '../stack/processes';
import { StackError } from '../stack/stack-error';
import { spawnOptions } from './account';
import { findBinaries, type Binaries } from './binaries';
import { ensureCluster } from './cluster';
import { ensureDatabase, readDataDirectory, connectionUrl } from './connection';
import { dataOf, type ServerHome } from './home';
import { findPostmaster, stopPostmaster, type Postmaster } from './postmaster';

/** A PostgreSQL that accepts connections. */
export interface PostgresServer {
  readonly url: string;
  /** Folder of its data, password and log. */
  readonly directory: string;
  /** Stops the server and waits for its end. */
  stop(): Promise<void>;
  /** Stops the server and does not wait: `immediate` leaves a recovery to the next start. */
  signalStop(mode: 'fast' | 'immediate'): void;
}

export interface ServerOptions {
  /** False for tests: three to four times as fast, but a power cut may lose all data. */
  readonly durable: boolean;
}

/** Starts PostgreSQL on `home`, or adopts a server that runs there. Creates the data and the database if needed. */
export async function startServer(home: ServerHome, options: ServerOptions): Promise<PostgresServer> {
  const binaries = await findBinaries(home.account, home.base);
  const password = await ensureCluster(home, binaries, options);
  for (let attempt = 1; ; attempt += 1) {
    const running = await findPostmaster(dataOf(home.directory), password);
    const postmaster = running ?? (await spawnPostmaster({ home, binaries, password }, options));
    if (postmaster !== undefined) {
      await ensureDatabase({ port: postmaster.port, password });
      return wrapPostmaster(postmaster, { home, password });
    }
    // Another program took the port, or orphans of a killed server still use the data.
    if (attempt === 6)
      throw new StackError(
        `PostgreSQL does not start. ${logFile(home)} ends with:\n${await readLogEnd(home)}`,
      );
    await sleep(300);
  }
}

/** Starts the server process. @returns undefined if it ends before it accepts connections */
async function spawnPostmaster(
  { home, binaries, password }: { home: ServerHome; binaries: Binaries; password: string },
  options: ServerOptions,
): Promise<Postmaster | undefined> {
  const port = await findFreePort();
  const log = await openLog(home);
  // Detached, so that Ctrl-C in the terminal stops the launcher first, which then stops the database.
  const child = spawn(binaries.postgres, ['-D', dataOf(home.directory), ...settingsFor(port, options)], {
    ...spawnOptions(home.account),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const end = watchEnd(child);
  const deadline = Date.now() + 120_000;
  while (!end.hasEnded && Date.now() < deadline) {
    const directory = await readDataDirectory({ port, password }).catch(() => undefined);
    if (directory !== undefined && child.pid !== undefined && child.exitCode === null)
      return { pid: child.pid, port };
    await sleep(20);
  }
  if (end.problem !== undefined) throw new StackError(`PostgreSQL could not be run: ${end.problem}`);
  if (!end.hasEnded && child.pid !== undefined) await stopPostmaster(child.pid);
  return undefined;
}

function watchEnd(child: ChildProcess): { readonly hasEnded: boolean; readonly problem?: string } {
  const end: { hasEnded: boolean; problem?: string } = { hasEnded: false };
  child.on('exit', () => {
    end.hasEnded = true;
  });
  child.on('error', (error) => {
    end.hasEnded = true;
    end.problem = error.message;
  });
  return end;
}

function settingsFor(port: number, { durable }: ServerOptions): string[] {
  const durability = durable ? 'on' : 'off';
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    fsync: durability,
    synchronous_commit: durability,
    full_page_writes: durability,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function wrapPostmaster(
  { pid, port }: Postmaster,
  { home, password }: { home: ServerHome; password: string },
): PostgresServer {
  return {
    url: connectionUrl({ port, password }),
    directory: home.directory,
    stop: () => stopPostmaster(pid),
    signalStop: (mode) => {
      sendSignal(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    },
  };
}

function logFile(home: ServerHome): string {
  return join(home.directory, 'postgres.log');
}

/** Opens the log to append; empties it first if it has more than 10 MB. */
async function openLog(home: ServerHome): Promise<number> {
  const size = await stat(logFile(home)).then(
    (found) => found.size,
    () => 0,
  );
  if (size > 10_000_000) await truncate(logFile(home));
  const log = openSync(logFile(home), 'a', 0o600);
  if (home.account !== undefined) fchownSync(log, home.account.uid, home.account.gid);
  return log;
}

async function readLogEnd(home: ServerHome): Promise<string> {
  return (await readFile(logFile(home), 'utf8')).trim().split('\n').slice(-6).join('\n');
}
