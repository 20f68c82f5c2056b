import type { Role } from '../../src/platform/access/role';
import { PlainCaller } from './plain-caller';
import { type Platform, startPlatform } from './platform';

/** A platform that listens, with a short way to call it as whoever. */
export class CalledPlatform {
  constructor(
    readonly platform: Platform,
    readonly anyone: PlainCaller,
  ) {}

  static async start<Called extends CalledPlatform>(
    this: new (platform: Platform, anyone: PlainCaller) => Called,
  ): Promise<Called> {
    const platform = await startPlatform();
    return new this(platform, new PlainCaller(await platform.listen()));
  }

  get database(): Platform['database'] {
    return this.platform.database;
  }

  /** Somebody new, at each call. */
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
