import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';
import { DataSource } from 'typeorm';
import { outstandingMigrations } from '../database/migrations';

/** Longest time that the database may take to answer a probe, in milliseconds. */
export const PROBE_TIMEOUT_MS = 2_000;

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
      const outstanding = await Promise.race([outstandingMigrations(this.dataSource), this.deadline()]);
      return outstanding.length === 0 ? indicator.up() : indicator.down({ outstanding });
    } catch {
      return indicator.down('not known: the database does not answer');
    }
  }

  /** A database that went silent answers no query and fails none. */
  private async deadline(): Promise<never> {
    await wait(PROBE_TIMEOUT_MS, undefined, { ref: false });
    throw new Error('the database did not answer in time');
  }
}
