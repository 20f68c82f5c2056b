import type { Caller } from '../access/caller';
import type { Implements, OutputOf } from '../trpc/contract';
import { ContractRouter, Procedure } from '../trpc/procedure.decorator';
import type { ProcedureContext } from '../trpc/procedure-context';
import { authContract } from './auth.contract';
import { AuthService } from './auth.service';
import { BrowserSessions } from './browser-sessions.service';

@ContractRouter('auth')
export class AuthRouter implements Implements<typeof authContract> {
  constructor(
    private readonly auth: AuthService,
    private readonly sessions: BrowserSessions,
  ) {}

  @Procedure(authContract.me)
  me({ caller }: ProcedureContext<Caller>): Promise<OutputOf<typeof authContract.me>> {
    return this.auth.userOf(caller);
  }

  @Procedure(authContract.logout)
  async logout({
    caller,
    exchange,
  }: ProcedureContext<Caller>): Promise<OutputOf<typeof authContract.logout>> {
    await this.sessions.logOut(caller, exchange);
    return { success: true };
  }
}
