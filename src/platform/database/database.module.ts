import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { Environment } from '../config/environment';
import { dataSourceOptions } from './data-source';
import { PlatformDataSource } from './platform-data-source';

/** The connection to PostgreSQL. Each feature registers its own entities. */
@Module({})
export class DatabaseModule {
  static forRoot(environment: Environment): DynamicModule {
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
      ],
    };
  }
}

function createDataSource(options?: DataSourceOptions): Promise<DataSource> {
  if (!options) return Promise.reject(new TypeError('a data source without options'));
  return Promise.resolve(new PlatformDataSource(options));
}
