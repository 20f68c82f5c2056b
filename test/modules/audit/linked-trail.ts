import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { verifyAudit } from '../../../src/modules/audit/verification/verify-audit.command';
import { LinkJob } from '../../../src/platform/audit/link-job';
import { migrationOptions, withDataSource } from '../../../src/platform/database/data-source';
import type { Database } from '../../../src/platform/database/database';
import { type OpenDatabase, openDatabase } from '../../support/open-database';
import { runInProcess } from '../../support/run-command';
import { until } from '../../support/until';

const AWKWARD = 'quote " backslash \\ tab \t newline \n control \u0001 accents é ملاريا 🩺 \u2028 slash /';

/** An audit trail without a platform, in a new database for each test. Registers the hooks of a suite. */
export class LinkedTrail {
  private opened: OpenDatabase | undefined;
  private linkJob: LinkJob | undefined;

  constructor() {
    beforeEach(async () => {
      this.opened = await openDatabase(migrationOptions);
      this.linkJob = new LinkJob(this.opened.database);
    });
    afterEach(() => this.opened?.close());
  }

  /** Connections of the role that owns the tables. */
  get data(): DataSource {
    return this.open.dataSource;
  }

  /** Address with the role of the application. */
  get url(): string {
    return this.open.url;
  }

  /** Statements of the application. */
  get database(): Database {
    return this.open.database;
  }

  get job(): LinkJob {
    if (!this.linkJob) throw new Error('no test has begun');
    return this.linkJob;
  }

  verify(...args: readonly string[]) {
    return runInProcess(verifyAudit, this.data, { args });
  }

  /** Writes events in one statement each, and returns their ids. */
  async write(
    count: number,
    country = 'KE',
    runner: Pick<QueryRunner, 'manager'> = this.data,
  ): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const rows = await runner.manager.query<{ id: string }[]>(
        `INSERT INTO audit_event (country, action, account_id, role, address, records, details)
         VALUES ($1, 'test', uuidv7(), 'doctor', NULL, ARRAY[uuidv7(), uuidv7()], $2) RETURNING id`,
        [country, JSON.stringify({ text: AWKWARD, index, nested: [{ a: null }, 1.5] })],
      );
      ids.push(...rows.map(({ id }) => id));
    }
    return ids;
  }

  /** Writes events of an earlier day, which have to be linked before later ones. Returns that day, `YYYY-MM-DD`. */
  async writeOld(daysAgo: number, count: number, country = 'KE'): Promise<string> {
    const [row] = await this.data.query<{ day: string }[]>(
      `WITH written AS (
         INSERT INTO audit_event (country, id, at, action)
         SELECT $1, uuidv7(-make_interval(days => $2)), now() - make_interval(days => $2), 'test'
         FROM generate_series(1, $3::integer) RETURNING at
       )
       SELECT DISTINCT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM written`,
      [country, daysAgo, count],
    );
    if (!row) throw new Error('an event has a day');
    return row.day;
  }

  /** Writes an event with another time, as a wrong clock would. */
  async writeAt(at: string, country = 'KE'): Promise<void> {
    await this.data.query(`INSERT INTO audit_event (country, at, action) VALUES ($1, $2, 'test')`, [
      country,
      at,
    ]);
  }

  /** Starts runs while the links of a country are locked, and lets them go on once each waits for the lock. */
  async startTogether<T>(country: string, runs: readonly (() => Promise<T>)[]): Promise<T[]> {
    const lock = async (manager: EntityManager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(hashtext('audit_link'), hashtext($1))`, [country]);
      const results = Promise.all(runs.map((run) => run()));
      await until(`${runs.length} runs wait`, async () => {
        const [{ waiting }] = await manager.query<[{ waiting: number }]>(
          `SELECT count(*)::integer AS waiting FROM pg_locks l JOIN pg_database d ON d.oid = l.database
           WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database()`,
        );
        return waiting === runs.length;
      });
      return { results };
    };
    // A connection of its own, because the owner has two.
    const { results } = await withDataSource({ type: 'postgres', url: this.url }, (holder) =>
      holder.transaction(lock),
    );
    return results;
  }

  /** Returns the ids of the events of each link. */
  async listLinks(): Promise<string[][]> {
    const rows = await this.data.query<{ events: string[] }[]>(
      'SELECT events FROM audit_link ORDER BY country, number',
    );
    return rows.map(({ events }) => events);
  }

  /** Links until all events are. Late ones wait for the transactions of all databases of the server. */
  async linkAll(events: number, slackMs = 0): Promise<void> {
    await until(`${events} events are linked`, async () => {
      await this.job.link(0, slackMs);
      return (await this.listLinks()).flat().length >= events;
    });
  }

  /** Changes the trail as its owner could, who disables the triggers. */
  async tamper(...statements: readonly string[]): Promise<void> {
    for (const table of ['audit_event', 'audit_link', 'audit_removal'])
      await this.data.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for (const statement of statements) await this.data.query(statement);
    for (const table of ['audit_event', 'audit_link', 'audit_removal'])
      await this.data.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  }

  /** Links three portions of events of two countries, and returns the ids of Kenya's. */
  async fill(): Promise<string[]> {
    const ids: string[] = [];
    for (let portion = 0; portion < 3; portion += 1) {
      ids.push(...(await this.write(4)));
      await this.write(2, 'NG');
      await this.job.link(0);
    }
    return ids;
  }

  private get open(): OpenDatabase {
    if (!this.opened) throw new Error('no test has begun');
    return this.opened;
  }
}
