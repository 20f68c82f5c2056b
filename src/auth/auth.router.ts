import type { Caller } from '../access/caller';
import type { Implements, OutputOf } from '../trpc/contract';
import { ContractRouter, Procedure } from '../trpc/procedure.decorator';
import type { ProcedureContext } from '../trpc/request-context';
import { authContract } from './auth.contract';
import { AuthService } from './auth.service';

@ContractRouter('auth')
export class AuthRouter implements Implements<typeof authContract> {
  constructor(private readonly auth: AuthService) {}

  @Procedure(authContract.me)
  me({ caller }: ProcedureContext<Caller>): Promise<OutputOf<typeof authContract.me>> {
    return this.auth.userOf(caller);
  }

  @Procedure(authContract.logout)
  logout({ caller, exchange }: ProcedureContext<Caller>): Promise<OutputOf<typeof authContract.logout>> {
    return this.auth.logOut(caller, exchange);
  }
}
