import { Controller, Get, Header } from '@nestjs/common';
import {
  HealthCheck,
  type HealthCheckResult,
  HealthCheckService,
  TypeOrmHealthIndicator,
} from '@nestjs/terminus';
import { MigrationsIndicator, PROBE_TIMEOUT_MS } from './migrations.indicator';

/** Liveness and readiness probes. */
@Controller()
export class ProbesController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly database: TypeOrmHealthIndicator,
    private readonly migrations: MigrationsIndicator,
  ) {}

  @Get('livez')
  @Header('cache-control', 'no-store')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Responds with 503 until the database responds and has every migration. */
  @Get('readyz')
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    return this.health.check([
      () => this.database.pingCheck('database', { timeout: PROBE_TIMEOUT_MS }),
      () => this.migrations.check('migrations'),
    ]);
  }
}
