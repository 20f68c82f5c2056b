import type { ServerResponse } from 'node:http';
import { RunningExports } from '../../../src/integrations/exports/running-exports.service';
import { PathologyCountsService } from '../../../src/modules/consultations';
import { ListeningSuite } from '../../support/listening-suite';
import { addOwnNames } from './own-names';

export const COUNTRIES = ['BF', 'BW', 'CM', 'GH', 'KE', 'NG', 'TZ', 'UG'] as const;

/** A platform with countries of many pathologies, whose exports and their responses can be observed. */
export class ExportSuite extends ListeningSuite {
  constructor(ownNames: number, settings: ConstructorParameters<typeof ListeningSuite>[0] = {}) {
    super(settings);
    beforeAll(() => addOwnNames(this.database, COUNTRIES, ownNames));
    afterEach(() => jest.restoreAllMocks());
  }

  /** Requests an export as a new account, or with a cookie. */
  async get(path: string, cookie?: string): Promise<Response> {
    const origin = await this.platform.app.getUrl();
    return fetch(`${origin}/api/exports/${path}`, {
      headers: { cookie: cookie ?? (await this.cookie()) },
    });
  }

  /** Returns the cookie of an account that may read all countries. */
  cookie(email?: string): Promise<string> {
    return this.platform.session({ role: 'ministry', country: '*', ...(email !== undefined && { email }) });
  }

  /** Resolves with the response of the next request. */
  nextResponse(): Promise<ServerResponse> {
    return new Promise((resolve) => {
      this.platform.server.prependOnceListener('request', (_request: unknown, response: ServerResponse) => {
        resolve(response);
      });
    });
  }

  /** Calls a function before the cases of a country are read, with the number of such reads until then. */
  beforeTotals(listener: (before: number) => unknown) {
    const counts = this.platform.app.get(PathologyCountsService);
    const getTotals = counts.getTotals.bind(counts);
    let reads = 0;
    return jest.spyOn(counts, 'getTotals').mockImplementation(async (...input) => {
      await listener(reads++);
      return getTotals(...input);
    });
  }

  /** Returns a function that resolves when all exports that have begun since have ended, however they did. */
  observeExports(): () => Promise<unknown> {
    const runs: Promise<void>[] = [];
    const exports = this.platform.app.get(RunningExports);
    const run = exports.run.bind(exports);
    jest.spyOn(exports, 'run').mockImplementation((...input) => {
      const running = run(...input);
      runs.push(running);
      return running;
    });
    return () => Promise.allSettled(runs);
  }
}
