import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, fchownSync, openSync } from 'node:fs';
import { readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../stack/ports';
import { sendSignal } from '../stack/processes';
import { OperatorError } from '../../src/platform/config/operator-error';
import { spawnOptions } from './system-user';
import { findBinaries, type Binaries } from './binaries';
import { ensureCluster } from './cluster';
import { applicationUrl, ensureDatabase, ownerUrl, readDataDirectory } from './connection';
import { dataOf, type ServerFolder } from './server-folder';
import { findPostmaster, stopPostmaster, type Postmaster } from './postmaster';

/** A PostgreSQL that accepts connections. */
export interface PostgresServer {
  /** Address of the database with the role of the application. */
  readonly url: string;
  /** Address of the database with the role that owns it, a superuser. */
  readonly ownerUrl: string;
  /** Settings of a platform that uses both roles. */
  readonly settings: { readonly DATABASE_URL: string; readonly DATABASE_MIGRATION_URL: string };
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

/** Starts PostgreSQL on `folder`, or adopts a server that runs there. Creates the data and the database if needed. */
export async function startServer(folder: ServerFolder, options: ServerOptions): Promise<PostgresServer> {
  const binaries = await findBinaries(folder.user, folder.base);
  const password = await ensureCluster(folder, binaries, options);
  for (let attempt = 1; ; attempt += 1) {
    const running = await findPostmaster(dataOf(folder.directory), password);
    const postmaster = running ?? (await spawnPostmaster({ folder, binaries, password }, options));
    if (postmaster !== undefined) {
      await ensureDatabase({ port: postmaster.port, password });
      return wrapPostmaster(postmaster, { folder, password });
    }
    // Another program took the port, or orphans of a killed server still use the data.
    if (attempt === 6)
      throw new OperatorError(
        `PostgreSQL does not start. ${logFile(folder)} ends with:\n${await readLogEnd(folder)}`,
      );
    await sleep(300);
  }
}

/** Starts the server process. @returns undefined if it ends before it accepts connections */
async function spawnPostmaster(
  { folder, binaries, password }: { folder: ServerFolder; binaries: Binaries; password: string },
  options: ServerOptions,
): Promise<Postmaster | undefined> {
  const port = await findFreePort();
  const log = await openLog(folder);
  // Detached, so that Ctrl-C in the terminal stops the launcher first, which then stops the database.
  const child = spawn(binaries.postgres, ['-D', dataOf(folder.directory), ...settingsFor(port, options)], {
    ...spawnOptions(folder.user),
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
  if (end.problem !== undefined) throw new OperatorError(`PostgreSQL could not be run: ${end.problem}`);
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
    // Shorter than `DATABASE_LOCK_TIMEOUT_MS`, after which PostgreSQL would not look for deadlocks any more.
    deadlock_timeout: '300ms',
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
  { folder, password }: { folder: ServerFolder; password: string },
): PostgresServer {
  const owner = ownerUrl({ port, password });
  const url = applicationUrl(owner);
  return {
    url,
    ownerUrl: owner,
    settings: { DATABASE_URL: url, DATABASE_MIGRATION_URL: owner },
    directory: folder.directory,
    stop: () => stopPostmaster(pid),
    signalStop: (mode) => {
      sendSignal(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    },
  };
}

function logFile(folder: ServerFolder): string {
  return join(folder.directory, 'postgres.log');
}

/** Opens the log to append; empties it first if it has more than 10 MB. */
async function openLog(folder: ServerFolder): Promise<number> {
  const size = await stat(logFile(folder)).then(
    (found) => found.size,
    () => 0,
  );
  if (size > 10_000_000) await truncate(logFile(folder));
  const log = openSync(logFile(folder), 'a', 0o600);
  if (folder.user !== undefined) fchownSync(log, folder.user.uid, folder.user.gid);
  return log;
}

async function readLogEnd(folder: ServerFolder): Promise<string> {
  return (await readFile(logFile(folder), 'utf8')).trim().split('\n').slice(-6).join('\n');
}
