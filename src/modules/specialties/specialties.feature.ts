import { Feature } from '../../platform/feature/feature';
import { specialtiesContract } from './specialties.contract';
import { SpecialtiesModule } from './specialties.module';
import { SpecialtyEntity } from './specialty.entity';

export const feature = new Feature({
  router: 'specialties',
  position: 3,
  purpose: 'The medical specialties.',
  module: SpecialtiesModule,
  contract: specialtiesContract,
  entities: [SpecialtyEntity],
});
