import type { Role } from '../../src/platform/access/role';
import { PlainCaller } from '../support/plain-caller';
import { type Platform, startPlatform } from '../support/platform';
import { ListeningSuite } from '../support/listening-suite';

/** A suite with two processes of the platform on one database, which one account calls. */
export class TwinSuite extends ListeningSuite {
  private callers: readonly PlainCaller[] = [];
  private twinOrigin = '';

  constructor(role: Role) {
    let twin: Platform | undefined;
    // Registered before the hooks of the first process, which drops the database when it closes.
    afterAll(async () => {
      await twin?.close();
    });
    super();
    beforeAll(async () => {
      twin = await startPlatform({ DATABASE_URL: this.platform.databaseUrl });
      this.twinOrigin = await twin.listen();
      this.callers = this.callersOf(await this.platform.session({ role, country: 'KE' }));
    });
  }

  /** Returns callers of both processes with a session. */
  callersOf(cookie: string): readonly [PlainCaller, PlainCaller] {
    return [this.anyone.as(cookie), new PlainCaller(this.twinOrigin, cookie)];
  }

  /** Returns a caller of the first process for an even index, of the second one for an odd index. */
  caller(index: number): PlainCaller {
    const caller = this.callers[index % 2];
    if (!caller) throw new Error('the processes are started before the tests, not before the suite');
    return caller;
  }
}
