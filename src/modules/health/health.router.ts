import type { Caller } from '../../platform/access/caller';
import type { Implements, InputOf, OutputOf } from '../../platform/contract/implementation-types';
import { ContractRouter, Procedure } from '../../platform/trpc/procedure.decorator';
import type { ProcedureContext } from '../../platform/contract/procedure-context';
import { pickLocale } from '../../shared/locale';
import { healthContract } from './health.contract';
import { AlertHandlingService } from './alert-handling/alert-handling.service';
import { AlertsService } from './alerts/alerts.service';
import { translateAlerts, translateName, translateNames } from './names/translate-names';
import { SalesRecordingService } from './medications/sales-recording.service';
import { ReportingService } from './reporting/reporting.service';
import { StatisticsService } from './statistics/statistics.service';

@ContractRouter('health')
export class HealthRouter implements Implements<typeof healthContract> {
  constructor(
    private readonly statistics: StatisticsService,
    private readonly alertFinder: AlertsService,
    private readonly handlings: AlertHandlingService,
    private readonly sales: SalesRecordingService,
    private readonly reportingFinder: ReportingService,
  ) {}

  @Procedure(healthContract.pathologyStats)
  async pathologyStats(
    { language, ...input }: InputOf<typeof healthContract.pathologyStats>,
    { caller, languages }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.pathologyStats>> {
    const rows = await this.statistics.getPathologyStats(input, caller);
    return translateNames('pathologies', rows, pickLocale(language, languages));
  }

  @Procedure(healthContract.medicationStats)
  async medicationStats(
    { language, ...input }: InputOf<typeof healthContract.medicationStats>,
    { caller, languages }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.medicationStats>> {
    const rows = await this.statistics.getMedicationStats(input, caller);
    return {
      success: true,
      data: await translateNames('medications', rows, pickLocale(language, languages)),
    };
  }

  @Procedure(healthContract.countries)
  async countries({ caller }: ProcedureContext<Caller>): Promise<OutputOf<typeof healthContract.countries>> {
    return { success: true, data: await this.statistics.listCountries(caller) };
  }

  @Procedure(healthContract.pathologies)
  async pathologies(
    { language, ...input }: InputOf<typeof healthContract.pathologies>,
    { caller, languages }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.pathologies>> {
    const rows = await this.statistics.getPathologyTotals(input, caller);
    return {
      success: true,
      data: await translateNames('pathologies', rows, pickLocale(language, languages)),
    };
  }

  @Procedure(healthContract.medications)
  async medications(
    { language, ...input }: InputOf<typeof healthContract.medications>,
    { caller, languages }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.medications>> {
    const rows = await this.statistics.getMedicationTotals(input, caller);
    return {
      success: true,
      data: await translateNames('medications', rows, pickLocale(language, languages)),
    };
  }

  @Procedure(healthContract.pathologyTrend)
  async pathologyTrend(
    { language, ...input }: InputOf<typeof healthContract.pathologyTrend>,
    { caller, languages }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.pathologyTrend>> {
    const trend = await this.statistics.getPathologyTrend(input, caller);
    const series = await translateNames('pathologies', trend.series, pickLocale(language, languages));
    return { success: true, data: { ...trend, series } };
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

  @Procedure(healthContract.pathologyComparison)
  async pathologyComparison(
    { language, ...input }: InputOf<typeof healthContract.pathologyComparison>,
    { caller, languages }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.pathologyComparison>> {
    const data = await this.statistics.getPathologyComparison(input, caller);
    const locale = pickLocale(language, languages);
    const pathologies = await translateNames('pathologies', data.pathologies, locale);
    return { success: true, data: { ...data, pathologies } };
  }

  @Procedure(healthContract.searchPathologies)
  async searchPathologies(
    { language, ...input }: InputOf<typeof healthContract.searchPathologies>,
    { caller, languages }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.searchPathologies>> {
    const rows = await this.statistics.searchPathologies(input, caller);
    return {
      success: true,
      data: await translateNames('pathologies', rows, pickLocale(language, languages)),
    };
  }

  @Procedure(healthContract.countryTrend)
  async countryTrend(
    { language, ...input }: InputOf<typeof healthContract.countryTrend>,
    { caller, languages }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.countryTrend>> {
    const trend = await this.statistics.getCountryTrend(input, caller);
    const names = translateName('pathologies', trend.name, pickLocale(language, languages));
    return { success: true, data: { ...trend, ...names } };
  }

  @Procedure(healthContract.reporting)
  async reporting(
    input: InputOf<typeof healthContract.reporting>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.reporting>> {
    return { success: true, data: await this.reportingFinder.getReporting(input, caller) };
  }

  @Procedure(healthContract.alerts)
  async alerts(
    { language, ...input }: InputOf<typeof healthContract.alerts>,
    { caller, languages }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.alerts>> {
    const { weeks, alerts } = await this.alertFinder.findAlerts(input, caller);
    const handled = await this.handlings.addHandling(alerts, input, caller);
    return {
      success: true,
      data: { weeks, alerts: await translateAlerts(handled, pickLocale(language, languages)) },
    };
  }

  @Procedure(healthContract.alertHandling)
  async alertHandling(
    input: InputOf<typeof healthContract.alertHandling>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.alertHandling>> {
    return { success: true, data: await this.handlings.find(input, caller) };
  }

  @Procedure(healthContract.handleAlert)
  async handleAlert(
    input: InputOf<typeof healthContract.handleAlert>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.handleAlert>> {
    return { success: true, data: await this.handlings.handle(input, caller) };
  }

  @Procedure(healthContract.recordMedicationSales)
  async recordMedicationSales(
    { sales }: InputOf<typeof healthContract.recordMedicationSales>,
    { caller }: ProcedureContext<Caller>,
  ): Promise<OutputOf<typeof healthContract.recordMedicationSales>> {
    return { success: true, data: await this.sales.record(sales, caller) };
  }
}
