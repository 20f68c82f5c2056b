import { Injectable } from '@nestjs/common';
import { type HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';
import { DataSource } from 'typeorm';
import { outstandingMigrations } from '../database/migrations';

/** Whether the database has every migration that this program knows. */
@Injectable()
export class MigrationsIndicator {
  constructor(
    private readonly indicators: HealthIndicatorService,
    private readonly dataSource: DataSource,
  ) {}

  async check(key: string): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check(key);
    try {
      const outstanding = await outstandingMigrations(this.dataSource);
      return outstanding.length === 0 ? indicator.up() : indicator.down({ outstanding });
    } catch {
      return indicator.down('not known: the database does not answer');
    }
  }
}
