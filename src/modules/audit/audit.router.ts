import type { Caller } from '../../platform/access/caller';
import type { Implements, InputOf, OutputOf } from '../../platform/contract/implementation-types';
import type { ProcedureContext } from '../../platform/contract/procedure-context';
import { ContractRouter, Procedure } from '../../platform/trpc/procedure.decorator';
import { AuditListService } from './audit-list.service';
import { auditContract } from './audit.contract';

@ContractRouter('audit')
export class AuditRouter implements Implements<typeof auditContract> {
  constructor(private readonly lists: AuditListService) {}

  @Procedure(auditContract.list)
  async list(
    input: InputOf<typeof auditContract.list>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof auditContract.list>> {
    return { success: true, data: await this.lists.list(input, caller) };
  }
}
