import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AlertsService } from './alerts.service';

/** Time between two searches for countries with other counts. */
const IDLE_MS = 10_000;
/** After a computation, the pause is this many times its duration, so that it takes a twentieth of the time. */
const PAUSE_FACTOR = 19;

/** Computes the alerts of countries whose counts changed, one at a time, in the background. */
@Injectable()
export class AlertsRenewal implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(AlertsRenewal.name);
  private timer: NodeJS.Timeout | undefined;
  private currentRun: Promise<void> = Promise.resolve();
  private isStopping = false;
  private isFailing = false;

  constructor(private readonly alerts: AlertsService) {}

  onApplicationBootstrap(): void {
    this.schedule(IDLE_MS);
  }

  /** Waits for the running statement, because the connections are closed next. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.currentRun;
  }

  private schedule(delayMs: number): void {
    if (this.isStopping) return;
    this.timer = setTimeout(() => {
      this.currentRun = this.renew();
    }, delayMs).unref();
  }

  /** Computes one country. Failures are logged once until a run succeeds. */
  private async renew(): Promise<void> {
    const began = performance.now();
    let isRenewed = false;
    try {
      isRenewed = await this.alerts.renewOne();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn({ err: error }, 'alerts were not computed; it is tried again');
      this.isFailing = true;
    }
    const pause = PAUSE_FACTOR * (performance.now() - began);
    // A computation may fail after a long time, too.
    this.schedule(isRenewed ? pause : Math.max(IDLE_MS, pause));
  }
}
