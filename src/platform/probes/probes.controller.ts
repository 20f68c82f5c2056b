import { Controller, Get, Header } from '@nestjs/common';
import {
  HealthCheck,
  type HealthCheckResult,
  HealthCheckService,
  HealthIndicatorService,
  TypeOrmHealthIndicator,
} from '@nestjs/terminus';
import { Uncounted } from '../routes/counted-as';
import { Readiness } from './readiness';
import { MigrationsIndicator, PROBE_TIMEOUT_MS } from './migrations.indicator';

/** Liveness and readiness probes. */
@Uncounted()
@Controller()
export class ProbesController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly database: TypeOrmHealthIndicator,
    private readonly migrations: MigrationsIndicator,
    private readonly indicators: HealthIndicatorService,
    private readonly readiness: Readiness,
  ) {}

  @Get('livez')
  @Header('cache-control', 'no-store')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Responds with 503 until the database responds and has every migration, and once the process is to end. */
  @Get('readyz')
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    const process = this.indicators.check('process');
    if (this.readiness.isEnding) return this.health.check([() => process.down('ending')]);
    return this.health.check([
      () => this.database.pingCheck('database', { timeout: PROBE_TIMEOUT_MS }),
      () => this.migrations.check('migrations'),
    ]);
  }
}
