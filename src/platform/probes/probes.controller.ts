import { Controller, Get, Header } from '@nestjs/common';
import {
  HealthCheck,
  type HealthCheckResult,
  HealthCheckService,
  TypeOrmHealthIndicator,
} from '@nestjs/terminus';
import { MigrationsIndicator, PROBE_TIMEOUT_MS } from './migrations.indicator';

/** For whoever runs the process: is it alive, and may it be sent requests. */
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

  /** Ready means that the database answers and has every migration; 503 until then. */
  @Get('readyz')
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    return this.health.check([
      () => this.database.pingCheck('database', { timeout: PROBE_TIMEOUT_MS }),
      () => this.migrations.check('migrations'),
    ]);
  }
}
