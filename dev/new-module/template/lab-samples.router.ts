import type { Caller } from '../../../src/platform/access/caller';
import type { Implements, InputOf, OutputOf } from '../../../src/platform/contract/implementation-types';
import { ContractRouter, Procedure } from '../../../src/platform/trpc/procedure.decorator';
import type { ProcedureContext } from '../../../src/platform/contract/procedure-context';
import { labSamplesContract } from './lab-samples.contract';
import { LabSamplesService } from './lab-samples.service';

@ContractRouter('labSamples')
export class LabSamplesRouter implements Implements<typeof labSamplesContract> {
  constructor(private readonly labSamples: LabSamplesService) {}

  @Procedure(labSamplesContract.record)
  async record(
    input: InputOf<typeof labSamplesContract.record>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof labSamplesContract.record>> {
    return { success: true, data: await this.labSamples.record(input, caller) };
  }

  @Procedure(labSamplesContract.list)
  async list({ caller }: ProcedureContext<Caller>): Promise<OutputOf<typeof labSamplesContract.list>> {
    return { success: true, data: await this.labSamples.list(caller) };
  }
}
