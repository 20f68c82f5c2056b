import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { BrowserSession } from '../browser-session';
import { SuiteBrowser } from '../suite-browser';
import { DashboardPage } from './dashboard-page';
import { StackDatabase } from './stack-database';

interface DashboardUser {
  readonly browserSession: BrowserSession;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly dashboard: DashboardPage;
}

export interface UserOptions extends BrowserContextOptions {
  /** By default `ministry`, which may see all countries. */
  readonly username?: string;
}

/** Registers the hooks of a dashboard suite: one Chromium, and one connection to the stack's database. */
export class DashboardFixture extends SuiteBrowser {
  readonly database = new StackDatabase();

  constructor() {
    super();
    afterAll(() => this.database.close());
  }

  /** Creates a signed-in user who has not opened the page. */
  async signIn({ username = 'ministry', ...options }: UserOptions = {}): Promise<DashboardUser> {
    const browserSession = await this.createSession(options);
    await browserSession.signInAs(username);
    const { context, page } = browserSession;
    return { browserSession, context, page, dashboard: new DashboardPage(page) };
  }

  /** Opens the page signed in. @param query for example `?period=2026-03` */
  async open(query: string, options: UserOptions = {}): Promise<DashboardUser> {
    const user = await this.signIn(options);
    await user.dashboard.open(query);
    return user;
  }
}
