import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { counter, gauge } from '../../../platform/metrics/instruments';
import type { Alert } from './alert';
import { StoredAlertsService } from './stored-alerts.service';

const storedAlerts = gauge<{ rule: Alert['rule'] }>({
  name: 'platform_alerts',
  help: 'Alerts of all countries that are stored for the current week, by rule; without those of single cases, which are not stored',
  labels: ['rule'],
  ofProcesses: 'max',
});

/** Counts countries, each time their alerts are computed. */
export const alertComputations = counter<{ outcome: 'stored' | 'failed' }>({
  name: 'platform_alert_computations_total',
  help: 'Computations of the alerts of one country, by outcome',
  labels: ['outcome'],
});

/** Reads how many alerts there are when metrics are collected. */
@Injectable()
export class AlertMetrics implements OnModuleDestroy {
  private readonly endObservation: () => void;

  constructor(stored: StoredAlertsService) {
    this.endObservation = storedAlerts.observe(async () =>
      (await stored.countByRule()).map(({ rule, count }) => [{ rule }, count]),
    );
  }

  onModuleDestroy(): void {
    this.endObservation();
  }
}
