import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';
import { DataSource } from 'typeorm';
import { outstandingMigrations } from '../database/migrations';

/** Time for the database to respond to a probe. */
export const PROBE_TIMEOUT_MS = 2_000;

/** Health indicator: the database has every migration of this program. */
@Injectable()
export class MigrationsIndicator {
  constructor(
    private readonly indicators: HealthIndicatorService,
    private readonly dataSource: DataSource,
  ) {}

  async check(key: string): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check(key);
    try {
      const outstanding = await Promise.race([outstandingMigrations(this.dataSource), this.timeout()]);
      return outstanding.length === 0 ? indicator.up() : indicator.down({ outstanding });
    } catch {
      return indicator.down('not known: the database does not answer');
    }
  }

  /** Rejects after PROBE_TIMEOUT_MS: a statement to an unresponsive database neither returns nor fails. */
  private async timeout(): Promise<never> {
    await wait(PROBE_TIMEOUT_MS, undefined, { ref: false });
    throw new Error('the database did not answer in time');
  }
}
