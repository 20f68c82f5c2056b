import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Environment } from '../config/environment';
import { dataSourceOptions } from './data-source';

/** The connection to PostgreSQL. Each feature registers its own entities. */
@Module({})
export class DatabaseModule {
  static forRoot(environment: Environment): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions(environment),
          autoLoadEntities: true,
          retryAttempts: 3,
          retryDelay: 1_000,
        }),
      ],
    };
  }
}
