import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Environment } from '../config/environment';
import { dataSourceOptions } from './data-source';
import { DataVersions } from './data-versions';
import { Database } from './database';
import { PlatformDataSource } from './platform-data-source';

/** Provides the data source, `Database`, and the repositories of the features' entities to every module. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(environment: Environment, entities: readonly Type[]): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({
            ...dataSourceOptions(environment),
            autoLoadEntities: true,
            retryAttempts: 3,
            retryDelay: 1_000,
          }),
          dataSourceFactory: createDataSource,
        }),
        TypeOrmModule.forFeature([...entities]),
      ],
      providers: [{ provide: Database, useFactory: createDatabase, inject: [DataSource] }, DataVersions],
      exports: [Database, DataVersions, TypeOrmModule],
    };
  }
}

function createDataSource(options?: DataSourceOptions): Promise<DataSource> {
  if (!options) return Promise.reject(new TypeError('a data source without options'));
  return Promise.resolve(new PlatformDataSource(options));
}

function createDatabase(source: DataSource): Database {
  return new Database(source, source instanceof PlatformDataSource ? source.pipelined : undefined);
}
