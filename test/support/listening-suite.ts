import { z } from 'zod';
import type { Role } from '../../src/platform/access/role';
import { PlainCaller, payload } from './plain-caller';
import { type Platform, suitePlatform } from './platform';

const accountSchema = z.object({ id: z.string() });

/** The platform of a suite, which listens, with callers of every role. Starts before the tests, closes after them. */
export class ListeningSuite {
  readonly platform: Platform;
  private anonymous: PlainCaller | undefined;

  constructor(settings: Parameters<typeof suitePlatform>[0] = {}) {
    this.platform = suitePlatform(settings);
    beforeAll(async () => {
      this.anonymous = new PlainCaller(await this.platform.listen());
    });
  }

  /** A caller without a session. */
  get anyone(): PlainCaller {
    if (!this.anonymous) throw new Error('the platform listens before the tests, not before the suite');
    return this.anonymous;
  }

  get database(): Platform['database'] {
    return this.platform.database;
  }

  /** Returns a caller with a new account. */
  async as(role: Role, country: string | null = null): Promise<PlainCaller> {
    return this.anyone.as(await this.platform.session({ role, country }));
  }

  /** Returns the id of a caller's account. */
  async accountOf(caller: PlainCaller): Promise<string> {
    return accountSchema.parse(payload(await caller.get('auth.me'))).id;
  }

  doctor(country: string | null): Promise<PlainCaller> {
    return this.as('doctor', country);
  }

  ministry(country: string | null): Promise<PlainCaller> {
    return this.as('ministry', country);
  }
}
