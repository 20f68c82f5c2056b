import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode } from '../../../shared/country';
import { type NamedPeriod, parsePeriod, previousPeriod, yearBefore } from '../../../shared/calendar';
import { AlertsService, StatisticsService } from '../../../modules/health';
import { countryName } from './country-name';
import { type ExportTable, withheldLast } from './export-table';
import { type Release, SmallNumbersService } from '../small-numbers/small-numbers.service';
import { summaryTable } from './summary-table';
import { type Released, SUPPRESSED } from '../small-numbers/suppression';

interface PeriodOfCountry {
  readonly period: NamedPeriod;
  readonly country?: CountryCode;
}

/** The tables of the ministry's page as they leave it. Who may see what, the statistics say. */
@Injectable()
export class TablesService {
  constructor(
    private readonly statistics: StatisticsService,
    private readonly outbreaks: AlertsService,
    private readonly smallNumbers: SmallNumbersService,
  ) {}

  async summary({ period, country: asked }: PeriodOfCountry, caller: Caller): Promise<ExportTable> {
    const summary = await this.statistics.summary({ period, country: asked }, caller);
    const country = this.statistics.scope(caller, asked);
    const periods = [period, previousPeriod(period), yearBefore(period)];
    const cases = await inTurn(periods, (one) => this.smallNumbers.cases(one));
    const units = await inTurn(periods, (one) => this.smallNumbers.units(one));
    return summaryTable(summary, { country, withholding: this.smallNumbers.threshold > 0, cases, units });
  }

  async pathologies(input: PeriodOfCountry, caller: Caller): Promise<ExportTable> {
    const totals = await this.statistics.pathologies(input, caller);
    const country = this.statistics.scope(caller, input.country);
    const release = await this.smallNumbers.cases(input.period);
    return {
      name: 'pathologies',
      of: [input.period.name],
      country,
      columns: [{ title: 'Pathology' }, { title: 'ICD-10' }, { title: 'Cases' }],
      rows: withheldLast(
        totals.map(({ name, icd10, count }) => [name, icd10, release(count, { name, country })]),
      ),
    };
  }

  async medications(input: PeriodOfCountry, caller: Caller): Promise<ExportTable> {
    const totals = await this.statistics.medications(input, caller);
    const country = this.statistics.scope(caller, input.country);
    const release = await this.smallNumbers.units(input.period);
    return {
      name: 'medications',
      of: [input.period.name],
      country,
      columns: [{ title: 'Medication' }, { title: 'ATC' }, { title: 'Units sold' }],
      rows: withheldLast(
        totals.map(({ name, atcCode, unitsSold }) => [name, atcCode, release(unitsSold, { name, country })]),
      ),
    };
  }

  async countries(
    input: PeriodOfCountry & { pathology?: string; medication?: string },
    caller: Caller,
  ): Promise<ExportTable> {
    const { period, medication } = input;
    const counts = await this.statistics.countryBreakdown(input, caller);
    const name = await this.statistics.shownName(input, caller);
    const release = await (medication === undefined
      ? this.smallNumbers.cases(period)
      : this.smallNumbers.units(period));
    return {
      name: 'countries',
      of: [...(name === undefined ? [] : [name]), period.name],
      country: this.statistics.scope(caller, input.country),
      columns: [
        { title: 'Country' },
        { title: 'Name' },
        { title: medication === undefined ? 'Cases' : 'Units sold' },
      ],
      rows: withheldLast(
        counts.map(({ country, count }) => [
          country,
          countryName(country),
          agreed(count, release(count, { name, country })),
        ]),
      ),
    };
  }

  async trend(
    input: {
      readonly pathologies: readonly string[];
      readonly from: NamedPeriod;
      readonly to: NamedPeriod;
      readonly country?: CountryCode;
    },
    caller: Caller,
  ): Promise<ExportTable> {
    const { periods, series } = await this.statistics.pathologyTrend(input, caller);
    const country = this.statistics.scope(caller, input.country);
    const releases = await this.casesOf(periods);
    return {
      name: 'trend',
      of: [input.from.name, input.to.name],
      country,
      columns: [{ title: 'Period' }, { title: 'Pathology' }, { title: 'Cases' }],
      rows: series.flatMap(({ name, counts }) =>
        periods.map((period, index) => {
          const count = counts[index] ?? 0;
          const release = releases.get(period);
          return [period, name, release ? agreed(count, release(count, { name, country })) : SUPPRESSED];
        }),
      ),
    };
  }

  /** What history predicts is a mean of counts that may be withheld: with a threshold it stays here. */
  async alerts(input: { week?: NamedPeriod; country?: CountryCode }, caller: Caller): Promise<ExportTable> {
    const { weeks, alerts } = await this.outbreaks.alerts(input, caller);
    const releases = await this.casesOf(alerts.map(({ week }) => week));
    const predicted = (number: number | null) =>
      this.smallNumbers.threshold > 0 && number !== null ? SUPPRESSED : number;
    return {
      name: 'alerts',
      of: weeks.slice(-1),
      country: this.statistics.scope(caller, input.country),
      columns: [
        { title: 'Week' },
        { title: 'Country' },
        { title: 'Pathology' },
        { title: 'ICD-10' },
        { title: 'Rule' },
        { title: 'Cases' },
        { title: 'Expected', format: 'decimal' },
        { title: 'Threshold', format: 'decimal' },
      ],
      rows: withheldLast(
        alerts.map((alert) => {
          const { week, country, pathology: name, icd10, rule, count, expected, threshold } = alert;
          const cases = releases.get(week)?.(count, { name, country }) ?? SUPPRESSED;
          // One case is the rule's own number; any other threshold comes of history, or bounds a count that is withheld.
          const limit = threshold === 1 ? threshold : predicted(threshold);
          const why = cases === SUPPRESSED && threshold !== 1 ? SUPPRESSED : rule;
          return [week, country, name, icd10, why, cases, predicted(expected), limit];
        }),
        5,
      ),
    };
  }

  /** By the name of the period. */
  private async casesOf(names: readonly string[]): Promise<Map<string, Release>> {
    const periods = [...new Set(names)].flatMap((name) => parsePeriod(name) ?? []);
    const releases = await inTurn(periods, (period) => this.smallNumbers.cases(period));
    return new Map(releases.map((release, index) => [periods[index]?.name ?? '', release]));
  }
}

/** A number that may leave, unless it is not the one asked for: a name may stand for several rows of the totals. */
function agreed(count: number, released: Released): Released {
  return released === count ? count : SUPPRESSED;
}

/** One after the other: each keeps several connections busy. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
