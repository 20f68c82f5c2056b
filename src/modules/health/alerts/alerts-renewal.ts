import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundJob } from '../../../platform/database/background-job';
import { AlertsService } from './alerts.service';

/** Pause after a run that found no changed counts. */
const IDLE_MS = 10_000;
/** After a computation, the pause is this many times its duration, so that it takes a twentieth of the time. */
const PAUSE_FACTOR = 19;

/** Computes the alerts of countries whose counts changed, one at a time, in the background. */
@Injectable()
export class AlertsRenewal extends BackgroundJob implements OnApplicationBootstrap {
  constructor(private readonly alerts: AlertsService) {
    super();
  }

  onApplicationBootstrap(): void {
    this.runAfter(IDLE_MS);
  }

  /** Computes one country. */
  protected async run(): Promise<void> {
    const began = performance.now();
    const isRenewed = await this.attempt('alerts were not computed; it is tried again', () =>
      this.alerts.renewOne(),
    );
    const pause = PAUSE_FACTOR * (performance.now() - began);
    // A computation may fail after a long time, too.
    this.runAfter(isRenewed ? pause : Math.max(IDLE_MS, pause));
  }
}
