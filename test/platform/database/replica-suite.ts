import { z } from 'zod';
import { Database } from '../../../src/platform/database/database';
import { statement } from '../../../src/platform/database/statement';
import { type Platform, suitePlatform } from '../../support/platform';
import { type ReplicatedServers, startReplicatedServers } from '../../support/replicated-servers';
import { until } from '../../support/until';

export const READ = statement({
  name: 'test_read_readings',
  text: 'SELECT pg_is_in_recovery() AS "isReplica", (SELECT count(*)::integer FROM reading) AS readings',
  row: z.object({ isReplica: z.boolean(), readings: z.int() }),
  connection: 'replica',
});
export const ADD_READING = statement({
  name: 'test_add_reading',
  text: 'INSERT INTO reading DEFAULT VALUES',
});

/** A primary, its replica and a platform on both. */
export class ReplicaSuite {
  private started: ReplicatedServers | undefined;
  /** Its log has the lines of later platforms, too: it is the first of the process. */
  readonly platform: Platform;

  constructor() {
    beforeAll(async () => {
      this.started = await startReplicatedServers();
    });
    afterAll(() => this.started?.stop());
    this.platform = suitePlatform(() => ({
      DATABASE_URL: this.servers.primaryUrl,
      DATABASE_READ_URLS: this.servers.replicaUrl,
    }));
    beforeAll(() =>
      this.platform.database.query('CREATE TABLE reading (id bigint GENERATED ALWAYS AS IDENTITY)'),
    );
  }

  get servers(): ReplicatedServers {
    if (!this.started) throw new Error('the servers are started before the tests, not before the suite');
    return this.started;
  }

  read(database = this.platform.app.get(Database)): Promise<z.output<typeof READ.row>> {
    return database.one(READ);
  }

  /** Waits until the replica runs reads. */
  async untilOnReplica(database = this.platform.app.get(Database)): Promise<void> {
    await until('the replica runs reads', async () => (await this.read(database)).isReplica);
  }

  /** Returns the lines of the log about a replica. */
  linesAbout(replicaUrl: string, text: string): string[] {
    const { host, pathname } = new URL(replicaUrl);
    return this.platform.logLines.filter((line) => line.includes(`${host}${pathname} ${text}`));
  }
}

/** Starts servers and platform before the tests of a suite and stops them after them. */
export function suiteReplicas(): ReplicaSuite {
  return new ReplicaSuite();
}
