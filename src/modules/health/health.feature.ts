import { Feature } from '../../platform/feature/feature';
import { AlertAct } from './alert-handling/alert-act.entity';
import { AlertNoticeRow } from './alert-notices/alert-notice.entity';
import { CountryAlerts } from './alerts/stored-alerts.entity';
import { healthContract } from './health.contract';
import { HealthModule } from './health.module';
import {
  Medication,
  MedicationDailyUnits,
  MedicationName,
  MedicationSale,
  MedicationSaleClaim,
  MedicationSum,
  MedicationTotal,
  MedicationUnitsChange,
  MedicationUnitsPortion,
  MedicationUnitsVersion,
} from './medications/medication.entity';

export const feature = new Feature({
  router: 'health',
  position: 5,
  purpose: 'Numbers for a ministry of health: cases, sales of medications, trends and alerts.',
  module: HealthModule,
  contract: healthContract,
  entities: [
    AlertAct,
    AlertNoticeRow,
    CountryAlerts,
    Medication,
    MedicationDailyUnits,
    MedicationName,
    MedicationSale,
    MedicationSaleClaim,
    MedicationSum,
    MedicationTotal,
    MedicationUnitsChange,
    MedicationUnitsPortion,
    MedicationUnitsVersion,
  ],
});
