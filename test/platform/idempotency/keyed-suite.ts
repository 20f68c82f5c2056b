import type { Role } from '../../../src/platform/access/role';
import { type Platform, suitePlatform } from '../../support/platform';
import { KeyedCaller } from './keyed-caller';
import { ALL_CASES } from '../../support/daily-counts';

/** The platform of a suite, which listens, with callers that send idempotency keys. */
export class KeyedSuite {
  readonly platform: Platform;
  private listening: KeyedCaller | undefined;

  constructor(settings: Parameters<typeof suitePlatform>[0] = {}) {
    this.platform = suitePlatform(settings);
    beforeAll(async () => {
      this.listening = new KeyedCaller(await this.platform.listen());
    });
  }

  get anonymous(): KeyedCaller {
    if (!this.listening) throw new Error('the platform listens before the tests, not before the suite');
    return this.listening;
  }

  /** Returns a caller with a new account of Kenya. */
  async as(role: Role): Promise<KeyedCaller> {
    return this.anonymous.as(await this.platform.session({ role, country: 'KE' }));
  }

  /** Counts the rows of a table, with a condition if need be: `message WHERE state = 'writing'`. */
  count(rows: string): Promise<number> {
    return this.select(`count(*) FROM ${rows}`);
  }

  countCases(): Promise<number> {
    return this.select(`coalesce(sum(cases), 0) FROM ${ALL_CASES} c`);
  }

  /** Returns the integer of `SELECT …`. */
  async select(expression: string): Promise<number> {
    const [row] = await this.query<{ n: number }>(`SELECT (SELECT ${expression})::integer AS n`);
    return row?.n ?? -1;
  }

  query<Row>(statement: string): Promise<Row[]> {
    return this.platform.database.query<Row[]>(statement);
  }
}
