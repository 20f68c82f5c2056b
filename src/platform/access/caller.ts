import type { CountryScope } from '../../shared/country';
import type { Exchange } from './exchange';
import type { Role } from './role';

/** Who makes a call. */
export interface Caller {
  readonly userId: string;
  /** Names the session in the store; it is not the token. Null for a machine, which presents a token of the portal's. */
  readonly sessionId: string | null;
  readonly role: Role;
  /** Null where the portal ties the account to no country. */
  readonly country: CountryScope | null;
}

/** Finds out who calls. The wire knows this class only; what a session is, its implementation knows. */
export abstract class CallerResolver {
  /**
   * @returns null for a caller who presents nothing
   * @throws UnauthorizedException for a caller who presents something that is not valid
   * @throws BadRequestException for one who presents two things at once
   */
  abstract resolve(exchange: Exchange): Promise<Caller | null>;

  /**
   * Ends what identified a caller, and has the browser forget it.
   * @throws BadRequestException for a token, which ends by itself
   */
  abstract logOut(caller: Caller, exchange: Exchange): Promise<void>;
}
