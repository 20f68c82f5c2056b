import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode } from '../../../shared/country';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import type { NamedPeriod } from '../../../shared/period';
import { StatisticsService } from '../../../modules/health';
import { resolveScope } from '../../../platform/access/country-scope';
import { mapInTurns } from '../../../platform/limits/current-turns';
import {
  type MeasureReport,
  type ReportBundle,
  type ReportedPathology,
  buildBundle,
  buildMeasureReport,
} from './measure-report';
import { SmallNumbersService } from '../small-numbers/small-numbers.service';
import { SUPPRESSED, sumPublishedCounts } from '../small-numbers/suppression';

/** Builds FHIR MeasureReports of the cases by pathology. */
@Injectable()
export class MeasureReportsService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'PUBLIC_URL'>,
    private readonly statistics: StatisticsService,
    private readonly smallNumbers: SmallNumbersService,
  ) {}

  /** Returns the report of the requested country or of the account's country, or else a bundle of all countries. */
  async build(
    { period, country }: { readonly period: NamedPeriod; readonly country?: CountryCode },
    caller: Caller,
  ): Promise<MeasureReport | ReportBundle> {
    const scope = resolveScope(caller, country);
    const context = { origin: this.environment.PUBLIC_URL, now: new Date() };
    const suppress = await this.smallNumbers.createCaseSuppressor(period);
    const buildReport = async (reported: CountryCode): Promise<MeasureReport> => {
      const totals = await this.statistics.getPathologyTotals({ period, country: reported }, caller);
      const sum = totals.reduce((total, { count }) => total + count, 0);
      const pathologies = await mergeByCode(
        await mapInTurns(totals, ({ name, icd10, count }) => ({
          name,
          icd10,
          cases: suppress(count, { name, country: reported }),
        })),
      );
      // By name, because a position among numbers in descending order would reveal the range of a suppressed count.
      const suppressed = pathologies
        .filter(({ cases }) => cases === SUPPRESSED)
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      return buildMeasureReport(
        {
          period,
          country: reported,
          total: sum === 0 ? 0 : suppress(sum, { country: reported }),
          pathologies: [...pathologies.filter(({ cases }) => cases !== SUPPRESSED), ...suppressed],
        },
        context,
      );
    };
    if (scope !== '*') return buildReport(scope);
    const { countries } = await this.statistics.listCountries(caller);
    const reports: MeasureReport[] = [];
    for (const each of countries) reports.push(await buildReport(each));
    return buildBundle(reports, context);
  }
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
