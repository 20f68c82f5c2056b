import type { Caller } from '../access/caller';
import type { Implements, InputOf, OutputOf } from '../trpc/contract';
import { ContractRouter, Procedure } from '../trpc/procedure.decorator';
import type { ProcedureContext } from '../trpc/procedure-context';
import { consultationsContract } from './consultations.contract';
import { ConsultationVoidsService } from './consultation-voids.service';
import { ConsultationsService } from './consultations.service';

@ContractRouter('consultations')
export class ConsultationsRouter implements Implements<typeof consultationsContract> {
  constructor(
    private readonly consultations: ConsultationsService,
    private readonly voids: ConsultationVoidsService,
  ) {}

  @Procedure(consultationsContract.record)
  async record(
    input: InputOf<typeof consultationsContract.record>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof consultationsContract.record>> {
    return { success: true, data: await this.consultations.record(input, caller) };
  }

  @Procedure(consultationsContract.void)
  async void(
    input: InputOf<typeof consultationsContract.void>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof consultationsContract.void>> {
    return { success: true, data: await this.voids.void(input, caller) };
  }
}
