import { InjectRepository } from '@nestjs/typeorm';
import { Query, Router } from 'nestjs-trpc';
import { Repository } from 'typeorm';
import { specialtiesContract } from '../../../src/modules/specialties/specialties.contract';
import { SpecialtyEntity } from '../../../src/modules/specialties/specialty.entity';

@Router({ alias: 'specialties' })
export class SpecialtiesRouter {
  constructor(@InjectRepository(SpecialtyEntity) private readonly specialties: Repository<SpecialtyEntity>) {}

  @Query({ output: specialtiesContract.list.output })
  list() {
    return this.specialties.find({ order: { name: 'ASC' } });
  }
}
