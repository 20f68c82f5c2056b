import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LabSample } from './lab-sample.entity';
import { LabSamplesRouter } from './lab-samples.router';
import { LabSamplesService } from './lab-samples.service';

@Module({
  imports: [TypeOrmModule.forFeature([LabSample])],
  providers: [LabSamplesRouter, LabSamplesService],
})
export class LabSamplesModule {}
