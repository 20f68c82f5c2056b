import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImportFile } from './sources/import-file.entity';

/** Files are imported by commands; the application knows the table that remembers them. */
@Module({ imports: [TypeOrmModule.forFeature([ImportFile])] })
export class ImportsModule {}
