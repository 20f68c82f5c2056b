import type { Caller } from '../../platform/access/caller';
import type { Implements, OutputOf } from '../../platform/contract/implementation-types';
import { ContractRouter, Procedure } from '../../platform/trpc/procedure.decorator';
import type { ProcedureContext } from '../../platform/contract/procedure-context';
import { authContract } from './auth.contract';
import { BrowserSessionsService } from './sessions/browser-sessions.service';
import { userOf } from './user';

@ContractRouter('auth')
export class AuthRouter implements Implements<typeof authContract> {
  constructor(private readonly sessionsService: BrowserSessionsService) {}

  @Procedure(authContract.me)
  me({ caller }: ProcedureContext<Caller>): Promise<OutputOf<typeof authContract.me>> {
    return Promise.resolve(userOf(caller));
  }

  @Procedure(authContract.logout)
  async logout({
    caller,
    exchange,
  }: ProcedureContext<Caller>): Promise<OutputOf<typeof authContract.logout>> {
    await this.sessionsService.logOut(caller, exchange);
    return { success: true };
  }

  @Procedure(authContract.sessions)
  async sessions({ caller }: ProcedureContext<Caller>): Promise<OutputOf<typeof authContract.sessions>> {
    return { success: true, data: await this.sessionsService.list(caller) };
  }

  @Procedure(authContract.logoutEverywhere)
  async logoutEverywhere({
    caller,
    exchange,
  }: ProcedureContext<Caller>): Promise<OutputOf<typeof authContract.logoutEverywhere>> {
    await this.sessionsService.logOutEverywhere(caller, exchange);
    return { success: true };
  }
}
