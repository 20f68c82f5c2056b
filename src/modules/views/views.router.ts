import type { Caller } from '../../platform/access/caller';
import type { Implements, InputOf, OutputOf } from '../../platform/contract/implementation-types';
import type { ProcedureContext } from '../../platform/contract/procedure-context';
import { ContractRouter, Procedure } from '../../platform/trpc/procedure.decorator';
import { viewsContract } from './views.contract';
import { ViewsService } from './views.service';

@ContractRouter('views')
export class ViewsRouter implements Implements<typeof viewsContract> {
  constructor(private readonly views: ViewsService) {}

  @Procedure(viewsContract.list)
  async list({ caller }: ProcedureContext<Caller>): Promise<OutputOf<typeof viewsContract.list>> {
    return { success: true, data: await this.views.list(caller) };
  }

  @Procedure(viewsContract.save)
  async save(
    input: InputOf<typeof viewsContract.save>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof viewsContract.save>> {
    return { success: true, data: await this.views.save(input, caller) };
  }

  @Procedure(viewsContract.rename)
  async rename(
    input: InputOf<typeof viewsContract.rename>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof viewsContract.rename>> {
    return { success: true, data: await this.views.rename(input, caller) };
  }

  @Procedure(viewsContract.delete)
  async delete(
    { name }: InputOf<typeof viewsContract.delete>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof viewsContract.delete>> {
    await this.views.delete(name, caller);
    return { success: true, data: { name } };
  }
}
