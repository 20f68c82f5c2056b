import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode } from '../../../shared/country';
import { type NamedPeriod, previousPeriod, yearBefore } from '../../../shared/period';
import { populationIn, StatisticsService, translateName } from '../../../modules/health';
import { resolveScope } from '../../../platform/access/country-scope';
import { mapInTurns } from '../../../platform/limits/current-turns';
import { COLUMNS } from './columns';
import { comparedCells } from './compared-cells';
import { withRate } from './rate-cells';
import { getCountryName } from '../../../shared/country-name';
import { type ExportTable, type InLanguage, moveSuppressedLast } from './export-table';
import { SmallNumbersService, type Suppressor } from '../small-numbers/small-numbers.service';
import { buildSummaryTable } from './summary-table';
import { suppressMismatch } from '../small-numbers/suppression';

interface PeriodOfCountry {
  readonly period: NamedPeriod;
  readonly country?: CountryCode;
}

/** Builds the exported tables of one period. The services that it calls check the caller's access. */
@Injectable()
export class TablesService {
  constructor(
    private readonly statistics: StatisticsService,
    private readonly smallNumbers: SmallNumbersService,
  ) {}

  async buildSummary(
    { language, ...input }: PeriodOfCountry & InLanguage,
    caller: Caller,
  ): Promise<ExportTable> {
    const summary = await this.statistics.getSummary(input, caller);
    const country = resolveScope(caller, input.country);
    const caseSuppressors: Suppressor[] = [];
    const unitSuppressors: Suppressor[] = [];
    // One after the other, because each suppressor uses several database connections.
    for (const period of listComparedPeriods(input.period)) {
      caseSuppressors.push(await this.smallNumbers.createCaseSuppressor(period));
      unitSuppressors.push(await this.smallNumbers.createUnitSuppressor(period));
    }
    const isSuppressing = this.smallNumbers.threshold > 0;
    return buildSummaryTable(summary, { country, language, isSuppressing, caseSuppressors, unitSuppressors });
  }

  async buildPathologies(
    { language, ...input }: PeriodOfCountry & InLanguage,
    caller: Caller,
  ): Promise<ExportTable> {
    const totals = await this.statistics.getPathologyTotals(input, caller);
    const country = resolveScope(caller, input.country);
    const suppress = await this.smallNumbers.createCaseSuppressor(input.period);
    return {
      name: 'pathologies',
      title: 'casesByPathology',
      periods: [input.period.name],
      country,
      language,
      columns: COLUMNS.pathologies,
      rows: moveSuppressedLast(
        await mapInTurns(totals, ({ key, name, icd10, count }) => [
          translateName('pathologies', name, language).name,
          icd10,
          ...withRate(suppress(count, { key, country }), populationIn(country, input.period)),
        ]),
      ),
    };
  }

  async buildComparison(
    { language, ...input }: PeriodOfCountry & InLanguage,
    caller: Caller,
  ): Promise<ExportTable> {
    const compared = await this.statistics.getPathologyComparison(input, caller);
    const country = resolveScope(caller, input.country);
    const isSuppressing = this.smallNumbers.threshold > 0;
    const suppressors: Suppressor[] = [];
    for (const period of listComparedPeriods(input.period))
      suppressors.push(await this.smallNumbers.createCaseSuppressor(period));
    return {
      name: 'comparison',
      title: 'comparison',
      periods: [input.period.name],
      country,
      language,
      columns: COLUMNS.comparison,
      rows: moveSuppressedLast(
        await mapInTurns(compared.pathologies, ({ key, name, icd10, ...figures }) => [
          translateName('pathologies', name, language).name,
          icd10,
          ...comparedCells(figures, { compared, country, isSuppressing, suppressors, key }),
        ]),
      ),
    };
  }

  async buildMedications(
    { language, ...input }: PeriodOfCountry & InLanguage,
    caller: Caller,
  ): Promise<ExportTable> {
    const totals = await this.statistics.getMedicationTotals(input, caller);
    const country = resolveScope(caller, input.country);
    const suppress = await this.smallNumbers.createUnitSuppressor(input.period);
    return {
      name: 'medications',
      title: 'unitsByMedication',
      periods: [input.period.name],
      country,
      language,
      columns: COLUMNS.medications,
      rows: moveSuppressedLast(
        await mapInTurns(totals, ({ key, name, atcCode, unitsSold }) => [
          translateName('medications', name, language).name,
          atcCode,
          suppress(unitsSold, { key, country }),
        ]),
      ),
    };
  }

  async buildCountries(
    {
      language,
      ...input
    }: PeriodOfCountry & InLanguage & { readonly pathology?: string; readonly medication?: string },
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
      title: medication === undefined ? 'casesByCountry' : 'unitsByCountry',
      item: found?.name,
      periods: [period.name],
      country: resolveScope(caller, input.country),
      language,
      columns: medication === undefined ? COLUMNS.casesOfCountries : COLUMNS.unitsOfCountries,
      rows: moveSuppressedLast(
        counts.map(({ country, count, population }) => [
          country,
          getCountryName(country, language),
          ...withRate(suppressMismatch(count, suppress(count, { key: found?.key, country })), population),
        ]),
      ),
    };
  }
}

/** The period, the previous one and the one a year before. */
function listComparedPeriods(period: NamedPeriod): NamedPeriod[] {
  return [period, previousPeriod(period), yearBefore(period)];
}
