import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { resolveScope } from '../../../platform/access/country-scope';
import { mapInTurns } from '../../../platform/limits/current-turns';
import type { CountryCode } from '../../../shared/country';
import type { NamedPeriod } from '../../../shared/period';
import { AlertsService, populationIn, StatisticsService, translateName } from '../../../modules/health';
import { SmallNumbersService } from '../small-numbers/small-numbers.service';
import { SUPPRESSED, suppressMismatch } from '../small-numbers/suppression';
import { COLUMNS } from './columns';
import { getCountryName } from '../../../shared/country-name';
import { type ExportTable, type InLanguage, moveSuppressedLast, type Value } from './export-table';
import { withRate } from './rate-cells';

interface WeekOfCountry {
  readonly week?: NamedPeriod;
  readonly country?: CountryCode;
}

/** Replaces the count of a country that the account may not see. */
const NOT_VISIBLE = 'not visible';

/** Builds the exported tables of several weeks or months. The services that it calls check the caller's access. */
@Injectable()
export class TrendTablesService {
  constructor(
    private readonly statistics: StatisticsService,
    private readonly alerts: AlertsService,
    private readonly smallNumbers: SmallNumbersService,
  ) {}

  async buildTrend(
    {
      language,
      ...input
    }: InLanguage & {
      readonly pathologies: readonly string[];
      readonly from: NamedPeriod;
      readonly to: NamedPeriod;
      readonly country?: CountryCode;
    },
    caller: Caller,
  ): Promise<ExportTable> {
    const { periods, series } = await this.statistics.getPathologyTrend(input, caller);
    const country = resolveScope(caller, input.country);
    const suppressors = await this.smallNumbers.createCaseSuppressors(periods);
    return {
      name: 'trend',
      title: input.from.kind === 'week' ? 'casesByWeek' : 'casesByMonth',
      periods: [input.from.name, input.to.name],
      country,
      language,
      columns: COLUMNS.trend,
      rows: series.flatMap(({ name, key, counts }) =>
        periods.map((period, index) => {
          const count = counts[index] ?? 0;
          const published = suppressors.get(period)?.(count, { key, country }) ?? SUPPRESSED;
          const population = populationIn(country, { name: period });
          const shownName = translateName('pathologies', name, language).name;
          return [period, shownName, ...withRate(suppressMismatch(count, published), population)];
        }),
      ),
    };
  }

  async buildCountryTrend(
    {
      language,
      ...input
    }: InLanguage & {
      readonly pathology: string;
      readonly from: NamedPeriod;
      readonly to: NamedPeriod;
      readonly countries?: readonly CountryCode[];
    },
    caller: Caller,
  ): Promise<ExportTable> {
    const { name, periods, countries } = await this.statistics.getCountryTrend(input, caller);
    const found = await this.statistics.findNameAndKey({ pathology: input.pathology }, caller);
    const suppressors = await this.smallNumbers.createCaseSuppressors(periods);
    const rows = await mapInTurns(countries, ({ country, counts }) =>
      periods.map((period, index): Value[] => {
        const cells = [period, country, getCountryName(country, language)];
        if (!counts) return [...cells, NOT_VISIBLE, null, null];
        const count = counts[index] ?? 0;
        const published = suppressors.get(period)?.(count, { key: found?.key, country }) ?? SUPPRESSED;
        const population = populationIn(country, { name: period });
        return [...cells, ...withRate(suppressMismatch(count, published), population)];
      }),
    );
    return {
      name: 'country-trend',
      title: input.from.kind === 'week' ? 'casesByCountryAndWeek' : 'casesByCountryAndMonth',
      item: name,
      periods: [input.from.name, input.to.name],
      country: resolveScope(caller),
      language,
      columns: COLUMNS.countryTrend,
      rows: rows.flat(),
    };
  }

  /** Expected values and episodes are computed from counts that may be suppressed: with a threshold, they are too. */
  async buildAlerts(
    { language, ...input }: WeekOfCountry & InLanguage,
    caller: Caller,
  ): Promise<ExportTable> {
    const { weeks, alerts } = await this.alerts.findAlerts(input, caller);
    const suppressors = await this.smallNumbers.createCaseSuppressors(alerts.map(({ week }) => week));
    const suppressComputed = <Computed extends Value>(value: Computed) =>
      this.smallNumbers.threshold > 0 && value !== null ? SUPPRESSED : value;
    const rows = await mapInTurns(alerts, (alert): Value[][] => {
      const { week, country, pathology, rule, count, expected, threshold, series } = alert;
      const members = series?.members ?? [alert];
      // A sum is published only with all its parts.
      const isPublished = members.every(
        (one) => suppressors.get(week)?.(one.count, { key: one.pathologyKey, country }) === one.count,
      );
      // The threshold 1 is part of a rule. Others are computed from past counts, or tell that a suppressed count is not smaller.
      const isOneCase = threshold === 1;
      if (!isPublished && !isOneCase) return [];
      const cases = isPublished ? count : SUPPRESSED;
      const shownThreshold = isOneCase ? threshold : suppressComputed(threshold);
      const { since, cases: casesSince, trend, confidence } = alert.episode;
      const { name } = series
        ? translateName('series', series.name, language)
        : translateName('pathologies', pathology, language);
      return [
        [
          ...[week, country, name, codesOf(members), rule, cases],
          ...[suppressComputed(expected), shownThreshold],
          ...[since, casesSince, trend, confidence].map(suppressComputed),
        ],
      ];
    });
    return {
      name: 'alerts',
      title: 'alerts',
      periods: weeks.slice(-1),
      country: resolveScope(caller, input.country),
      language,
      columns: COLUMNS.alerts,
      rows: moveSuppressedLast(rows.flat(), 5),
    };
  }
}

function codesOf(members: readonly { icd10: string | null }[]): string | null {
  return members.flatMap(({ icd10 }) => icd10 ?? []).join(', ') || null;
}
