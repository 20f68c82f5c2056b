import { Module } from '@nestjs/common';
import { SpecialtiesRouter } from './specialties.router';
import { SpecialtiesService } from './specialties.service';

@Module({
  providers: [SpecialtiesRouter, SpecialtiesService],
})
export class SpecialtiesModule {}
