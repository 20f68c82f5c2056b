import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImportFile } from './sources/import-file.entity';

/** Registers the entity of imported files. The imports themselves run on the command line. */
@Module({ imports: [TypeOrmModule.forFeature([ImportFile])] })
export class ImportsModule {}
