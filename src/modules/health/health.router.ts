import type { Caller } from '../../platform/access/caller';
import type { Implements, InputOf, OutputOf } from '../../platform/contract/contract';
import { ContractRouter, Procedure } from '../../platform/trpc/procedure.decorator';
import type { ProcedureContext } from '../../platform/contract/procedure-context';
import { healthContract } from './health.contract';
import { AlertsService } from './alerts/alerts.service';
import { SalesRecordingService } from './medications/sales-recording.service';
import { StatisticsService } from './statistics/statistics.service';

@ContractRouter('health')
export class HealthRouter implements Implements<typeof healthContract> {
  constructor(
    private readonly statistics: StatisticsService,
    private readonly alertFinder: AlertsService,
    private readonly sales: SalesRecordingService,
  ) {}

  @Procedure(healthContract.pathologyStats)
  pathologyStats(
    input: InputOf<typeof healthContract.pathologyStats>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.pathologyStats>> {
    return this.statistics.getPathologyStats(input, caller);
  }

  @Procedure(healthContract.medicationStats)
  async medicationStats(
    input: InputOf<typeof healthContract.medicationStats>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.medicationStats>> {
    return { success: true, data: await this.statistics.getMedicationStats(input, caller) };
  }

  @Procedure(healthContract.countries)
  async countries({ caller }: ProcedureContext<Caller>): Promise<OutputOf<typeof healthContract.countries>> {
    return { success: true, data: await this.statistics.listCountries(caller) };
  }

  @Procedure(healthContract.pathologies)
  async pathologies(
    input: InputOf<typeof healthContract.pathologies>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.pathologies>> {
    return { success: true, data: await this.statistics.getPathologyTotals(input, caller) };
  }

  @Procedure(healthContract.medications)
  async medications(
    input: InputOf<typeof healthContract.medications>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.medications>> {
    return { success: true, data: await this.statistics.getMedicationTotals(input, caller) };
  }

  @Procedure(healthContract.pathologyTrend)
  async pathologyTrend(
    input: InputOf<typeof healthContract.pathologyTrend>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.pathologyTrend>> {
    return { success: true, data: await this.statistics.getPathologyTrend(input, caller) };
  }

  @Procedure(healthContract.countryBreakdown)
  async countryBreakdown(
    input: InputOf<typeof healthContract.countryBreakdown>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.countryBreakdown>> {
    return { success: true, data: await this.statistics.getCountryBreakdown(input, caller) };
  }

  @Procedure(healthContract.summary)
  async summary(
    input: InputOf<typeof healthContract.summary>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.summary>> {
    return { success: true, data: await this.statistics.getSummary(input, caller) };
  }

  @Procedure(healthContract.alerts)
  async alerts(
    input: InputOf<typeof healthContract.alerts>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.alerts>> {
    return { success: true, data: await this.alertFinder.findAlerts(input, caller) };
  }

  @Procedure(healthContract.recordMedicationSales)
  async recordMedicationSales(
    { sales }: InputOf<typeof healthContract.recordMedicationSales>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.recordMedicationSales>> {
    return { success: true, data: await this.sales.record(sales, caller) };
  }
}
