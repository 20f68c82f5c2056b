import { Controller, Get } from '@nestjs/common';
import {
  HealthCheck,
  type HealthCheckResult,
  HealthCheckService,
  TypeOrmHealthIndicator,
} from '@nestjs/terminus';
import { MigrationsIndicator } from './migrations.indicator';

/** Longest time that the database may take to answer a probe, in milliseconds. */
const PING_TIMEOUT_MS = 2_000;

/** For whoever runs the process: is it alive, and may it be sent requests. */
@Controller()
export class ProbesController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly database: TypeOrmHealthIndicator,
    private readonly migrations: MigrationsIndicator,
  ) {}

  @Get('livez')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Ready means that the database answers and has every migration; 503 until then. */
  @Get('readyz')
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    return this.health.check([
      () => this.database.pingCheck('database', { timeout: PING_TIMEOUT_MS }),
      () => this.migrations.check('migrations'),
    ]);
  }
}
