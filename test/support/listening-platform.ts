import type { Role } from '../../src/platform/access/role';
import { PlainCaller } from './plain-caller';
import { type Platform, startPlatform } from './platform';

/** A platform that listens, with callers of every role. */
export class ListeningPlatform {
  constructor(
    readonly platform: Platform,
    readonly anyone: PlainCaller,
  ) {}

  static async start<Listening extends ListeningPlatform>(
    this: new (platform: Platform, anyone: PlainCaller) => Listening,
  ): Promise<Listening> {
    const platform = await startPlatform();
    return new this(platform, new PlainCaller(await platform.listen()));
  }

  get database(): Platform['database'] {
    return this.platform.database;
  }

  /** Returns a caller with a new account. */
  async as(role: Role, country: string | null = null): Promise<PlainCaller> {
    return this.anyone.as(await this.platform.session({ role, country }));
  }

  doctor(country: string | null): Promise<PlainCaller> {
    return this.as('doctor', country);
  }

  ministry(country: string | null): Promise<PlainCaller> {
    return this.as('ministry', country);
  }

  close(): Promise<void> {
    return this.platform.close();
  }
}
