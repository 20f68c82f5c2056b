import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SpecialtiesRouter } from './specialties.router';
import { SpecialtiesService } from './specialties.service';
import { SpecialtyEntity } from './specialty.entity';

@Module({
  imports: [TypeOrmModule.forFeature([SpecialtyEntity])],
  providers: [SpecialtiesRouter, SpecialtiesService],
  exports: [SpecialtiesService],
})
export class SpecialtiesModule {}
