import { prepareAssistant } from '../../../src/modules/chatbot';
import { prepareTriage } from '../../../src/modules/triage';
import request, { type Response } from 'supertest';
import { type TestDatabase, createDatabase } from '../../support/database';
import { PlainCaller } from '../../support/plain-caller';
import { type Platform, startPlatform } from '../../support/platform';
import { until } from '../../support/until';
import { DatabaseLink } from './database-link';

/** The limits of production, for suites that measure how soon a refusal comes. */
export const PRODUCTION_LIMITS = {
  DATABASE_CONNECT_TIMEOUT_MS: '1000',
  DATABASE_LOCK_TIMEOUT_MS: '800',
  DATABASE_ANSWER_TIMEOUT_MS: '1500',
} as const;

/** Ends a test that hangs. On a quiet machine, a refusal takes under two seconds (docs/reliability.md). */
export const REFUSAL_MS = 20_000;

/** A platform whose database is behind a link that can be interrupted. */
export class OutageScenario {
  readonly link: DatabaseLink;
  readonly database: TestDatabase;
  readonly platform: Platform;
  readonly anyone: PlainCaller;
  readonly origin: string;

  private constructor({
    link,
    database,
    platform,
    origin,
  }: Pick<OutageScenario, 'link' | 'database' | 'platform' | 'origin'>) {
    this.link = link;
    this.database = database;
    this.platform = platform;
    this.origin = origin;
    this.anyone = new PlainCaller(origin);
  }

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<OutageScenario> {
    const database = await createDatabase();
    const link = await DatabaseLink.to(database.url);
    const platform = await startPlatform({
      ...database.settings,
      ...PRODUCTION_LIMITS,
      ...settings,
      DATABASE_URL: link.url,
    });
    // As `serve` does: otherwise the first message would load them.
    prepareTriage();
    await prepareAssistant();
    const origin = await platform.listen();
    return new OutageScenario({ link, database, platform, origin });
  }

  /** Returns a caller with a session and its cookie. */
  async signIn(role: 'doctor' | 'ministry' | 'admin'): Promise<{ caller: PlainCaller; cookie: string }> {
    const email = `${role}-${Math.random()}@example.org`;
    const cookie = await this.platform.session({ role, country: 'KE', email });
    const caller = this.anyone.as(cookie);
    await until('the session works', async () => (await caller.get('auth.me')).status === 200);
    return { caller, cookie };
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return Promise.resolve(request(this.origin).get(path).set(headers));
  }

  /** Waits until calls succeed, and returns how long it took. */
  async waitForRecovery({ caller }: { caller: PlainCaller }): Promise<number> {
    const begun = performance.now();
    await until('calls succeed', async () => (await caller.get('auth.me')).status === 200);
    return performance.now() - begun;
  }

  async close(): Promise<void> {
    await this.link.heal();
    await this.platform.close();
    await this.link.close();
    await this.database.drop();
  }
}

/** Measures how long each of several calls takes. */
export async function timed<T>(call: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const begun = performance.now();
  const result = await call();
  return { result, ms: performance.now() - begun };
}
