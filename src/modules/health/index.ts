export { alertsContract } from './alerts/alerts.contract';
export { AlertsService } from './alerts/alerts.service';
export type { healthContract } from './health.contract';
export { HealthModule } from './health.module';
export { atcCodeSchema, unitsSchema } from './medications/medication-sales.contract';
export { MedicationSalesService, saleRow } from './medications/medication-sales.service';
export { statisticsContract } from './statistics/statistics.contract';
export { StatisticsService } from './statistics/statistics.service';
