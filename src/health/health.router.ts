import type { Caller } from '../access/caller';
import type { Implements, InputOf, OutputOf } from '../trpc/contract';
import { ContractRouter, Procedure } from '../trpc/procedure.decorator';
import type { ProcedureContext } from '../trpc/procedure-context';
import { healthContract } from './health.contract';
import { HealthService } from './health.service';

@ContractRouter('health')
export class HealthRouter implements Implements<typeof healthContract> {
  constructor(private readonly health: HealthService) {}

  @Procedure(healthContract.pathologyStats)
  pathologyStats(
    input: InputOf<typeof healthContract.pathologyStats>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.pathologyStats>> {
    return this.health.pathologyStats(input, caller);
  }

  @Procedure(healthContract.medicationStats)
  async medicationStats(
    input: InputOf<typeof healthContract.medicationStats>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.medicationStats>> {
    return { success: true, data: await this.health.medicationStats(input, caller) };
  }
}
