import type { Implements, OutputOf } from '../../platform/contract/implementation-types';
import { ContractRouter, Procedure } from '../../platform/trpc/procedure.decorator';
import { specialtiesContract } from './specialties.contract';
import { SpecialtiesService } from './specialties.service';

@ContractRouter('specialties')
export class SpecialtiesRouter implements Implements<typeof specialtiesContract> {
  constructor(private readonly specialties: SpecialtiesService) {}

  @Procedure(specialtiesContract.list)
  list(): Promise<OutputOf<typeof specialtiesContract.list>> {
    return this.specialties.list();
  }
}
