import { appendFile, chown, mkdir, readFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { applicationUrl } from '../../dev/postgres/connection';
import { findSystemUser } from '../../dev/postgres/system-user';
import { startTemporaryPostgres } from '../../dev/postgres/temporary-postgres';
import type { PostgresServer } from '../../dev/postgres/server';
import { waitForExit } from '../../dev/stack/processes';
import { findFreePort } from '../../dev/stack/ports';
import { readDatabaseSettings } from '../../src/platform/config/environment';
import { migrate } from '../../src/platform/database/migrations';
import { PostgresProcess, copyRunningServer, findProgram, writeOwnFiles } from '../support/postgres-process';
import { queryServer } from '../support/query-server';
import { until } from '../support/until';
import { readSettings } from './operations-page';

/** As in an installation: a commit is on the disk. */
const DURABLE = { max_connections: 200, fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
const EXIT_TIMEOUT_MS = 20_000;

/** Addresses of a database with both roles. */
export type Addresses = PostgresServer['settings'];

/** A migrated PostgreSQL that archives its log as docs/operations.md describes, with its backups. */
export class ArchivedServer {
  private readonly restored: PostgresProcess[] = [];
  private restores = 0;

  private constructor(
    private readonly origin: PostgresServer,
    private readonly program: string,
    private readonly process: PostgresProcess,
  ) {}

  static async start(): Promise<ArchivedServer> {
    const origin = await startTemporaryPostgres();
    await migrate(readDatabaseSettings(origin.settings));
    const program = await findProgram(origin.ownerUrl);
    const data = join(origin.directory, 'data');
    const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    origin.signalStop('fast');
    if (!(await waitForExit(Number(pid), EXIT_TIMEOUT_MS))) throw new Error('the server does not end');
    const user = await findSystemUser();
    for (const folder of ['backup', 'backup/wal']) {
      await mkdir(join(origin.directory, folder));
      if (user) await chown(join(origin.directory, folder), user.uid, user.gid);
    }
    const settings = inFolder(readSettings('postgresql.conf of the primary'), origin.directory);
    await appendFile(join(data, 'postgresql.auto.conf'), settings);
    const { port } = new URL(origin.ownerUrl);
    const server = new ArchivedServer(
      origin,
      program,
      new PostgresProcess(program, data, { ...DURABLE, port }),
    );
    await server.process.start();
    await until('the server accepts connections', () => isAnswering(origin.ownerUrl));
    return server;
  }

  get addresses(): Addresses {
    return this.origin.settings;
  }

  query(sql: string): Promise<Record<string, unknown>[]> {
    return queryServer(this.origin.ownerUrl, sql);
  }

  /** Makes the base backup. Returns its size in bytes. */
  async backUp(): Promise<number> {
    const to = join(this.origin.directory, 'backup', 'base');
    await copyRunningServer(this.origin.ownerUrl, { from: join(this.origin.directory, 'data'), to });
    const { stdout } = await promisify(execFile)('du', ['-sb', to]);
    return Number(stdout.split('\t')[0]);
  }

  /** Waits until the log up to now is in the archive. Returns the number of its files. */
  async archiveAll(): Promise<number> {
    const [row] = await this.query('SELECT pg_walfile_name(pg_current_wal_lsn()) AS name, pg_switch_wal()');
    const name = String(row?.name);
    await until('the log is archived', async () => {
      const [last] = await this.query(
        'SELECT last_archived_wal >= $$' + name + '$$ AS "isArchived" FROM pg_stat_archiver',
      );
      return last?.isArchived === true;
    });
    const [files] = await this.query('SELECT archived_count::integer AS count FROM pg_stat_archiver');
    return Number(files?.count);
  }

  /** Starts a second server on the backup, which replays the archive until a time. Returns before it accepts writes. */
  async restore(time: string): Promise<{ process: PostgresProcess; addresses: Addresses }> {
    this.restores += 1;
    const data = join(this.origin.directory, `restored-${this.restores}`);
    await promisify(execFile)('cp', ['-a', join(this.origin.directory, 'backup', 'base'), data]);
    const settings = inFolder(
      readSettings('postgresql.auto.conf of the restored server'),
      this.origin.directory,
    );
    await appendFile(
      join(data, 'postgresql.auto.conf'),
      settings.replace(/(recovery_target_time = )'[^']*'/, `$1'${time}'`),
    );
    await writeOwnFiles(data, { 'recovery.signal': '' });
    const port = String(await findFreePort());
    const process = new PostgresProcess(this.program, data, { ...DURABLE, port });
    this.restored.push(process);
    await process.start();
    const ownerUrl = Object.assign(new URL(this.origin.ownerUrl), { port }).href;
    return {
      process,
      addresses: { DATABASE_URL: applicationUrl(ownerUrl), DATABASE_MIGRATION_URL: ownerUrl },
    };
  }

  async stop(): Promise<void> {
    for (const process of [...this.restored, this.process]) await process.kill();
    await this.origin.stop();
  }
}

/** Whether a server accepts connections and, after a recovery, writes. */
export async function isWritable({ DATABASE_MIGRATION_URL }: Addresses): Promise<boolean> {
  const [row] = await queryServer(
    DATABASE_MIGRATION_URL,
    'SELECT pg_is_in_recovery() AS "isRecovering"',
  ).catch(() => []);
  return row?.isRecovering === false;
}

function isAnswering(url: string): Promise<boolean> {
  return queryServer(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
}

function inFolder(settings: string, folder: string): string {
  return settings.replaceAll('/backup/', `${join(folder, 'backup')}/`);
}
