import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Environment } from '../config/environment';
import { dataSourceOptions, replicaOptions } from './data-source';
import { DataVersions } from './data-versions';
import { Database } from './database';
import { Distribution } from './distribution';
import { LogPosition } from './log-position';
import { PlatformDataSource } from './platform-data-source';
import { ReadReplicas } from './read-replicas';

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
      providers: [
        {
          provide: ReadReplicas,
          useFactory: (source: PlatformDataSource) =>
            new ReadReplicas(replicaOptions(environment), new LogPosition(createDatabase(source))),
          inject: [DataSource],
        },
        { provide: Database, useFactory: createDatabase, inject: [DataSource, ReadReplicas] },
        DataVersions,
        Distribution,
      ],
      exports: [Database, DataVersions, Distribution, TypeOrmModule],
    };
  }
}

function createDataSource(options?: DataSourceOptions): Promise<DataSource> {
  if (!options) return Promise.reject(new TypeError('a data source without options'));
  return Promise.resolve(new PlatformDataSource(options));
}

/** @param replicas by default, the primary runs all reads */
function createDatabase(source: PlatformDataSource, replicas?: ReadReplicas): Database {
  return new Database(source, source.pipelined, replicas);
}
