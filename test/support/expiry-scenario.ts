import { Client } from 'pg';
import { until } from './until';
import { type TestDatabase, createDatabase } from './database';
import { fakeIntervals } from './fake-clocks';
import { type Platform, startPlatform } from './platform';

/** Interval at which processes delete expired records. */
export const HOUR_MS = 60 * 60 * 1000;

/** Platforms on one database that delete expired records when the test advances the intervals. */
export class ExpiryScenario {
  /** Logs of all tests of a file: outside of requests, a process writes to its first platform's log. */
  private static readonly logs: (readonly string[])[] = [];
  private readonly platforms: Platform[] = [];

  private constructor(
    private readonly database: TestDatabase,
    readonly client: Client,
  ) {}

  static async start(): Promise<ExpiryScenario> {
    fakeIntervals();
    const database = await createDatabase();
    const client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    return new ExpiryScenario(database, client);
  }

  async startPlatform(settings: Readonly<Record<string, string>> = {}): Promise<Platform> {
    const platform = await startPlatform({ ...this.database.settings, ...settings });
    this.platforms.push(platform);
    ExpiryScenario.logs.push(platform.logLines);
    return platform;
  }

  /** Returns the number that a query selects; 0 if it selects no row. */
  async numberOf(query: string): Promise<number> {
    const { rows } = await this.client.query<{ n: number }>(`SELECT coalesce((${query}), 0)::integer AS n`);
    return rows[0]?.n ?? -1;
  }

  /** Waits for one log line with these words, at level warn. */
  waitForWarning(words: string): Promise<void> {
    return until('a warning', () => {
      const lines = ExpiryScenario.logs.flat().filter((line) => line.includes(words));
      return Promise.resolve(lines.length === 1 && lines.every((line) => line.includes('"level":40')));
    });
  }

  async expectNoTimerLeft(): Promise<void> {
    const platform = await this.startPlatform();
    expect(jest.getTimerCount()).toBeGreaterThan(0);
    await platform.close();
    expect(jest.getTimerCount()).toBe(0);
    this.platforms.pop();
  }

  async close(): Promise<void> {
    for (const platform of this.platforms) await platform.close();
    jest.useRealTimers();
    await this.client.end();
    await this.database.drop();
  }
}
