import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode } from '../../../shared/country';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import type { NamedPeriod } from '../../../shared/period';
import type { PathologyCount } from '../../../modules/consultations';
import { StatisticsService } from '../../../modules/health';
import { resolveScope } from '../../../platform/access/country-scope';
import { mapInTurns } from '../../../platform/limits/current-turns';
import {
  type CountryReport,
  type MeasureReport,
  type ReportBundle,
  type ReportedPathology,
  buildBundle,
  buildMeasureReport,
} from './measure-report';
import { SmallNumbersService, type Suppressor } from '../small-numbers/small-numbers.service';
import { SUPPRESSED, sumPublishedCounts } from '../small-numbers/suppression';

/** Builds FHIR MeasureReports of the cases by pathology. */
@Injectable()
export class MeasureReportsService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'PUBLIC_URL'>,
    private readonly statistics: StatisticsService,
    private readonly smallNumbers: SmallNumbersService,
  ) {}

  /**
   * Returns the report of the requested country or of the account's country, or else a bundle of all countries. Each report of a
   * bundle is built when it is read.
   */
  async prepare(
    { period, country }: { readonly period: NamedPeriod; readonly country?: CountryCode },
    caller: Caller,
  ): Promise<MeasureReport | ReportBundle> {
    const scope = resolveScope(caller, country);
    const context = { origin: this.environment.PUBLIC_URL, now: new Date() };
    const suppress = await this.smallNumbers.createCaseSuppressor(period);
    const buildReport = async (reported: CountryCode): Promise<MeasureReport> => {
      const totals = await this.statistics.getPathologyTotals({ period, country: reported }, caller);
      return buildMeasureReport(
        await describeCountry(totals, { period, country: reported, suppress }),
        context,
      );
    };
    if (scope !== '*') return buildReport(scope);
    const { countries } = await this.statistics.listCountries(caller);
    return buildBundle(buildEach(countries, buildReport), context);
  }
}

async function* buildEach(
  countries: readonly CountryCode[],
  buildReport: (country: CountryCode) => Promise<MeasureReport>,
): AsyncGenerator<MeasureReport, void, undefined> {
  for (const country of countries) yield await buildReport(country);
}

/** Returns what the report of a country contains, without its suppressed counts. */
async function describeCountry(
  totals: readonly PathologyCount[],
  {
    period,
    country,
    suppress,
  }: { readonly period: NamedPeriod; readonly country: CountryCode; readonly suppress: Suppressor },
): Promise<CountryReport> {
  const sum = totals.reduce((total, { count }) => total + count, 0);
  const pathologies = await mergeByCode(
    await mapInTurns(totals, ({ key, name, icd10, count }) => ({
      name,
      icd10,
      cases: suppress(count, { key, country }),
    })),
  );
  // By name, because a position among numbers in descending order would reveal the range of a suppressed count.
  const suppressed = pathologies
    .filter(({ cases }) => cases === SUPPRESSED)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    period,
    country,
    total: sum === 0 ? 0 : suppress(sum, { country }),
    pathologies: [...pathologies.filter(({ cases }) => cases !== SUPPRESSED), ...suppressed],
  };
}

/** Merges pathologies that share an ICD-10 code, because the recipient could not tell them apart. */
async function mergeByCode(pathologies: readonly ReportedPathology[]): Promise<ReportedPathology[]> {
  const merged = new Map<string, ReportedPathology>();
  await mapInTurns(pathologies, (pathology) => {
    const key = pathology.icd10 ?? `name ${pathology.name}`;
    const sameCode = merged.get(key);
    const name = sameCode ? `${sameCode.name}; ${pathology.name}` : pathology.name;
    const cases = sumPublishedCounts([sameCode?.cases ?? 0, pathology.cases]);
    merged.set(key, { name, icd10: pathology.icd10, cases });
  });
  return [...merged.values()];
}
