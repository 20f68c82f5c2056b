import { Module } from '@nestjs/common';
import { LabSamplesRouter } from './lab-samples.router';
import { LabSamplesService } from './lab-samples.service';

@Module({ providers: [LabSamplesRouter, LabSamplesService] })
export class LabSamplesModule {}
