import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTemporaryPostgres } from '../../dev/postgres/temporary-postgres';
import { findFreePort } from '../../dev/stack/ports';
import { migrate } from '../../src/platform/database/migrations';
import { testEnvironment } from './environment';
import { PostgresProcess, copyRunningServer, findProgram } from './postgres-process';
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
  await copyRunningServer(primary.ownerUrl, {
    from: join(primary.directory, 'data'),
    to: data,
    files: { 'standby.signal': '' },
  });
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primary.ownerUrl}'\n`);
  const port = await findFreePort();
  const replicaUrl = Object.assign(new URL(primary.ownerUrl), { port: String(port) }).href;
  const queryReplica = (sql: string) => queryServer(replicaUrl, sql);
  const replica = new PostgresProcess(await findProgram(primary.ownerUrl), data, {
    port,
    // At least that of the primary.
    max_connections: 200,
    fsync: 'off',
    wal_retrieve_retry_interval: '100ms',
  });
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
