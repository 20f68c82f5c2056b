import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode } from '../../../shared/country';
import { nameKey } from '../../../shared/name-key';
import { type NamedPeriod, parsePeriod, previousPeriod, yearBefore } from '../../../shared/period';
import { AlertsService, StatisticsService } from '../../../modules/health';
import { resolveScope } from '../../../platform/access/country-scope';
import { mapInTurns } from '../../../platform/limits/current-turns';
import { COLUMNS } from './columns';
import { getCountryName } from './country-name';
import { type ExportTable, moveSuppressedLast, type Value } from './export-table';
import { SmallNumbersService, type Suppressor } from '../small-numbers/small-numbers.service';
import { buildSummaryTable } from './summary-table';
import { type PublishedCount, SUPPRESSED } from '../small-numbers/suppression';

interface PeriodOfCountry {
  readonly period: NamedPeriod;
  readonly country?: CountryCode;
}

interface WeekOfCountry {
  readonly week?: NamedPeriod;
  readonly country?: CountryCode;
}

/** Builds the tables of the ministry's dashboard for export. The services that it calls check the caller's access. */
@Injectable()
export class TablesService {
  constructor(
    private readonly statistics: StatisticsService,
    private readonly alerts: AlertsService,
    private readonly smallNumbers: SmallNumbersService,
  ) {}

  async buildSummary(input: PeriodOfCountry, caller: Caller): Promise<ExportTable> {
    const summary = await this.statistics.getSummary(input, caller);
    const country = resolveScope(caller, input.country);
    const caseSuppressors: Suppressor[] = [];
    const unitSuppressors: Suppressor[] = [];
    // One after the other, because each suppressor uses several database connections.
    for (const period of [input.period, previousPeriod(input.period), yearBefore(input.period)]) {
      caseSuppressors.push(await this.smallNumbers.createCaseSuppressor(period));
      unitSuppressors.push(await this.smallNumbers.createUnitSuppressor(period));
    }
    const isSuppressing = this.smallNumbers.threshold > 0;
    return buildSummaryTable(summary, { country, isSuppressing, caseSuppressors, unitSuppressors });
  }

  async buildPathologies(input: PeriodOfCountry, caller: Caller): Promise<ExportTable> {
    const totals = await this.statistics.getPathologyTotals(input, caller);
    const country = resolveScope(caller, input.country);
    const suppress = await this.smallNumbers.createCaseSuppressor(input.period);
    return {
      name: 'pathologies',
      subject: [input.period.name],
      country,
      columns: COLUMNS.pathologies,
      rows: moveSuppressedLast(
        await mapInTurns(totals, ({ key, name, icd10, count }) => [
          name,
          icd10,
          suppress(count, { key, country }),
        ]),
      ),
    };
  }

  async buildMedications(input: PeriodOfCountry, caller: Caller): Promise<ExportTable> {
    const totals = await this.statistics.getMedicationTotals(input, caller);
    const country = resolveScope(caller, input.country);
    const suppress = await this.smallNumbers.createUnitSuppressor(input.period);
    return {
      name: 'medications',
      subject: [input.period.name],
      country,
      columns: COLUMNS.medications,
      rows: moveSuppressedLast(
        await mapInTurns(totals, ({ key, name, atcCode, unitsSold }) => [
          name,
          atcCode,
          suppress(unitsSold, { key, country }),
        ]),
      ),
    };
  }

  async buildCountries(
    input: PeriodOfCountry & { pathology?: string; medication?: string },
    caller: Caller,
  ): Promise<ExportTable> {
    const { period, medication } = input;
    const counts = await this.statistics.getCountryBreakdown(input, caller);
    const found = await this.statistics.findNameAndKey(input, caller);
    const suppress = await (medication === undefined
      ? this.smallNumbers.createCaseSuppressor(period)
      : this.smallNumbers.createUnitSuppressor(period));
    return {
      name: 'countries',
      subject: [...(found ? [found.name] : []), period.name],
      country: resolveScope(caller, input.country),
      columns: medication === undefined ? COLUMNS.casesOfCountries : COLUMNS.unitsOfCountries,
      rows: moveSuppressedLast(
        counts.map(({ country, count }) => [
          country,
          getCountryName(country),
          suppressMismatch(count, suppress(count, { key: found?.key, country })),
        ]),
      ),
    };
  }

  async buildTrend(
    input: {
      readonly pathologies: readonly string[];
      readonly from: NamedPeriod;
      readonly to: NamedPeriod;
      readonly country?: CountryCode;
    },
    caller: Caller,
  ): Promise<ExportTable> {
    const { periods, series } = await this.statistics.getPathologyTrend(input, caller);
    const country = resolveScope(caller, input.country);
    const suppressors = await this.createCaseSuppressors(periods);
    return {
      name: 'trend',
      subject: [input.from.name, input.to.name],
      country,
      columns: COLUMNS.trend,
      rows: series.flatMap(({ name, key, counts }) =>
        periods.map((period, index) => {
          const count = counts[index] ?? 0;
          const published = suppressors.get(period)?.(count, { key, country }) ?? SUPPRESSED;
          return [period, name, suppressMismatch(count, published)];
        }),
      ),
    };
  }

  /** Expected values and episodes are computed from counts that may be suppressed: with a threshold, they are too. */
  async buildAlerts(input: WeekOfCountry, caller: Caller): Promise<ExportTable> {
    const { weeks, alerts } = await this.alerts.findAlerts(input, caller);
    const suppressors = await this.createCaseSuppressors(alerts.map(({ week }) => week));
    const suppressComputed = <Computed extends Value>(value: Computed) =>
      this.smallNumbers.threshold > 0 && value !== null ? SUPPRESSED : value;
    return {
      name: 'alerts',
      subject: weeks.slice(-1),
      country: resolveScope(caller, input.country),
      columns: COLUMNS.alerts,
      rows: moveSuppressedLast(
        await mapInTurns(alerts, (alert) => {
          const { week, country, pathology, icd10, rule, count, expected, threshold, series } = alert;
          const members = series?.members ?? [{ pathology, icd10, count }];
          // A sum is published only with all its parts.
          const isPublished = members.every(
            (one) =>
              suppressors.get(week)?.(one.count, { key: nameKey(one.pathology), country }) === one.count,
          );
          const cases = isPublished ? count : SUPPRESSED;
          // The threshold 1 is part of a rule. Others are computed from past counts, or limit a suppressed count.
          const shownThreshold = threshold === 1 ? threshold : suppressComputed(threshold);
          const shownRule = cases === SUPPRESSED && threshold !== 1 ? SUPPRESSED : rule;
          const { since, cases: casesSince, trend, confidence } = alert.episode;
          return [
            ...[week, country, series?.name ?? pathology, codesOf(members), shownRule, cases],
            ...[suppressComputed(expected), shownThreshold],
            ...[since, casesSince, trend, confidence].map(suppressComputed),
          ];
        }),
        5,
      ),
    };
  }

  /** @returns suppressors by the period's name */
  private async createCaseSuppressors(names: readonly string[]): Promise<Map<string, Suppressor>> {
    const suppressors = new Map<string, Suppressor>();
    for (const name of new Set(names)) {
      const period = parsePeriod(name);
      if (period) suppressors.set(name, await this.smallNumbers.createCaseSuppressor(period));
    }
    return suppressors;
  }
}

function codesOf(members: readonly { icd10: string | null }[]): string | null {
  return members.flatMap(({ icd10 }) => icd10 ?? []).join(', ') || null;
}

/** Suppresses a count that differs from the published one: a name can stand for several rows of the totals. */
function suppressMismatch(count: number, published: PublishedCount): PublishedCount {
  return published === count ? count : SUPPRESSED;
}
