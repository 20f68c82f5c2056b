import type { Caller } from '../../platform/access/caller';
import type { Implements, InputOf, OutputOf } from '../../platform/contract/implementation-types';
import { ContractRouter, Procedure } from '../../platform/trpc/procedure.decorator';
import type { ProcedureContext } from '../../platform/contract/procedure-context';
import { consultationsContract } from './consultations.contract';
import { ConsultationListService } from './listing/consultation-list.service';
import { ConsultationVoidsService } from './voiding/consultation-voids.service';
import { ConsultationRecordingService } from './recording/consultation-recording.service';

@ContractRouter('consultations')
export class ConsultationsRouter implements Implements<typeof consultationsContract> {
  constructor(
    private readonly recording: ConsultationRecordingService,
    private readonly lists: ConsultationListService,
    private readonly voids: ConsultationVoidsService,
  ) {}

  @Procedure(consultationsContract.record)
  async record(
    input: InputOf<typeof consultationsContract.record>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof consultationsContract.record>> {
    return { success: true, data: await this.recording.record(input, caller) };
  }

  @Procedure(consultationsContract.recordMany)
  async recordMany(
    { consultations }: InputOf<typeof consultationsContract.recordMany>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof consultationsContract.recordMany>> {
    return { success: true, data: await this.recording.recordMany(consultations, caller) };
  }

  @Procedure(consultationsContract.list)
  async list(
    input: InputOf<typeof consultationsContract.list>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof consultationsContract.list>> {
    return { success: true, data: await this.lists.list(input, caller) };
  }

  @Procedure(consultationsContract.void)
  async void(
    input: InputOf<typeof consultationsContract.void>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof consultationsContract.void>> {
    return { success: true, data: await this.voids.void(input, caller) };
  }
}
