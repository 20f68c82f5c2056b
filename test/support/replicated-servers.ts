import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findSystemUser, spawnOptions } from '../../dev/postgres/system-user';
import { startTemporaryPostgres } from '../../dev/postgres/temporary-postgres';
import { findFreePort } from '../../dev/stack/ports';
import { migrate } from '../../src/platform/database/migrations';
import { testEnvironment } from './environment';
import { queryServer } from './query-server';
import { until } from './until';

/** Two PostgreSQL servers: a primary with a migrated database, and a replica that receives its log by streaming. */
export interface ReplicatedServers {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** Runs a statement on the replica and returns its rows. */
  queryReplica(sql: string): Promise<unknown[]>;
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Ends the replica and all its connections at once. */
  killReplica(): Promise<void>;
  startReplica(): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplicatedServers(): Promise<ReplicatedServers> {
  const primary = await startTemporaryPostgres();
  await migrate(testEnvironment({ DATABASE_URL: primary.ownerUrl }));
  // As on a server of an installation: the command line of a test server turns it off.
  await queryServer(
    primary.ownerUrl,
    `ALTER DATABASE ${new URL(primary.ownerUrl).pathname.slice(1)} SET synchronous_commit = on`,
  );
  const data = join(primary.directory, 'replica');
  await copyData(primary.ownerUrl, { from: join(primary.directory, 'data'), to: data });
  const port = await findFreePort();
  const replicaUrl = Object.assign(new URL(primary.ownerUrl), { port: String(port) }).href;
  const queryReplica = (sql: string) => queryServer(replicaUrl, sql);
  const replica = new ReplicaProcess(await programOf(primary.ownerUrl), data, port);
  const servers = {
    primaryUrl: primary.ownerUrl,
    replicaUrl,
    queryReplica,
    pauseReplay: async () => {
      await queryReplica('SELECT pg_wal_replay_pause()');
      const isPaused = async () =>
        JSON.stringify(await queryReplica('SELECT pg_get_wal_replay_pause_state() AS state')).includes(
          '"paused"',
        );
      await until('the replay is paused', isPaused);
    },
    resumeReplay: async () => {
      await queryReplica('SELECT pg_wal_replay_resume()');
    },
    killReplica: () => replica.kill(),
    startReplica: async () => {
      await replica.start();
      const isStreaming = () =>
        queryServer(primary.ownerUrl, "SELECT FROM pg_stat_replication WHERE state = 'streaming'").then(
          ({ length }) => length === 1,
        );
      const isAnswering = () => queryReplica('SELECT 1').then(isStreaming, () => false);
      await until('the replica streams the log', isAnswering);
    },
    stop: async () => {
      await replica.kill();
      await primary.stop();
    },
  };
  await servers.startReplica();
  return servers;
}

/** Copies the data of a running server and makes the copy its replica (PostgreSQL's manual, section 25.3.3). */
async function copyData(primaryUrl: string, { from, to }: { from: string; to: string }): Promise<void> {
  const client = new Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('replica', fast => true)");
    await promisify(execFile)('cp', ['-a', from, to]);
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    const [label] = rows;
    if (!label) throw new Error('a backup has a label');
    await rm(join(to, 'postmaster.pid'), { force: true });
    const user = await findSystemUser();
    for (const [name, content] of [
      ['backup_label', label.labelfile],
      ['standby.signal', ''],
    ] as const) {
      await writeFile(join(to, name), content);
      if (user) await chown(join(to, name), user.uid, user.gid);
    }
    await appendFile(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${primaryUrl}'\n`);
  } finally {
    await client.end();
  }
}

/** Returns the path of the server's program. */
async function programOf(url: string): Promise<string> {
  const [row] = await queryServer(url, "SELECT setting FROM pg_config WHERE name = 'BINDIR'");
  return join(String(row?.setting), 'postgres');
}

/** If the test run is killed, its data is removed with that of the primary, and it ends within a minute. */
class ReplicaProcess {
  private child: ReturnType<typeof spawn> | undefined;
  private readonly onExit = () => this.child?.kill('SIGQUIT');

  constructor(
    private readonly program: string,
    private readonly data: string,
    private readonly port: number,
  ) {}

  async start(): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      port: this.port,
      unix_socket_directories: '',
      // At least that of the primary.
      max_connections: 200,
      fsync: 'off',
      wal_retrieve_retry_interval: '100ms',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const user = spawnOptions(await findSystemUser());
    this.child = spawn(this.program, ['-D', this.data, ...options], { ...user, stdio: 'ignore' });
    process.once('exit', this.onExit);
  }

  async kill(): Promise<void> {
    process.off('exit', this.onExit);
    const { child } = this;
    if (child?.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await ended;
  }
}
