import type { CountryScope } from '../../shared/country';
import type { Exchange } from './exchange';
import type { Role } from './role';

/** The account that makes a call. */
export interface Caller {
  readonly userId: string;
  /** Key of the session in the store, not its token. Null if the call has an access token instead of a session. */
  readonly sessionId: string | null;
  readonly role: Role;
  /** Null if the portal gives the account no country. */
  readonly country: CountryScope | null;
  /** Empty if the portal gives none. */
  readonly email: string;
  /** Empty if the portal gives none; the client id of a machine. */
  readonly name: string;
}

/** Identifies callers and ends their sessions. Authentication implements it; the tRPC transport depends on it only. */
export abstract class CallerResolver {
  /**
   * Returns the caller, or null if the request has no credentials.
   * @throws UnauthorizedException if the session or the access token is not valid, or a page of another account calls
   * @throws BadRequestException if the request has both
   */
  abstract resolve(exchange: Exchange): Promise<Caller | null>;

  /**
   * Ends the caller's session and clears its cookie.
   * @throws BadRequestException if the caller has an access token, which expires by itself
   */
  abstract logOut(caller: Caller, exchange: Exchange): Promise<void>;
}
