import { Client } from 'pg';
import { until } from './until';
import { type TestDatabase, createDatabase } from './database';
import { holdIntervals } from './fake-clock';
import { type Platform, startPlatform } from './platform';

/** How often processes look. */
export const HOUR_MS = 60 * 60 * 1000;

/** Processes on a database of a test's own, which look for what has expired as the test lets the hours pass. */
export class ExpiryScenario {
  /** What all of a file's tests logged: outside of requests, the first platform's log is that of the process. */
  private static readonly logs: (readonly string[])[] = [];
  private readonly platforms: Platform[] = [];

  private constructor(
    private readonly database: TestDatabase,
    readonly client: Client,
  ) {}

  static async start(): Promise<ExpiryScenario> {
    // Hours pass as a test says; everything else goes on as it is.
    holdIntervals();
    const database = await createDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    return new ExpiryScenario(database, client);
  }

  async startPlatform(settings: Readonly<Record<string, string>> = {}): Promise<Platform> {
    const platform = await startPlatform({ DATABASE_URL: this.database.url, ...settings });
    this.platforms.push(platform);
    ExpiryScenario.logs.push(platform.logLines);
    return platform;
  }

  /** The one number that a query finds; 0 where it finds none. */
  async numberOf(query: string): Promise<number> {
    const { rows } = await this.client.query<{ n: number }>(`SELECT coalesce((${query}), 0)::integer AS n`);
    return rows[0]?.n ?? -1;
  }

  /** Waits until one warning was logged that says so, and nothing worse. */
  untilWarned(words: string): Promise<void> {
    return until('a warning', () => {
      const said = ExpiryScenario.logs.flat().filter((line) => line.includes(words));
      return Promise.resolve(said.length === 1 && said.every((line) => line.includes('"level":40')));
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
