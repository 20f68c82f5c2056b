import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImportMetrics } from './metrics/import-metrics';
import { ImportFile } from './sources/import-file.entity';

/** Registers the entity of imported files, and their metrics. The imports themselves run on the command line. */
@Module({ imports: [TypeOrmModule.forFeature([ImportFile])], providers: [ImportMetrics] })
export class ImportsModule {}
