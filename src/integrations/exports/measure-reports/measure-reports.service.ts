import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode } from '../../../shared/country';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import type { NamedPeriod } from '../../../shared/calendar';
import { StatisticsService } from '../../../modules/health';
import { type MeasureReport, type ReportedPathology, measureReport, reportBundle } from './measure-report';
import { SmallNumbersService } from '../small-numbers/small-numbers.service';
import { SUPPRESSED, sumOf } from '../small-numbers/suppression';

/** Cases by pathology as FHIR's MeasureReports. */
@Injectable()
export class MeasureReportsService {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'PUBLIC_URL'>,
    private readonly statistics: StatisticsService,
    private readonly smallNumbers: SmallNumbersService,
  ) {}

  /** One report for the country that is asked for or that an account is tied to, else a bundle of every country's. */
  async build(
    { period, country }: { readonly period: NamedPeriod; readonly country?: CountryCode },
    caller: Caller,
  ): Promise<MeasureReport | ReturnType<typeof reportBundle>> {
    const scope = this.statistics.scope(caller, country);
    const maker = { origin: this.environment.PUBLIC_URL, now: new Date() };
    const release = await this.smallNumbers.cases(period);
    const reportOf = async (one: CountryCode): Promise<MeasureReport> => {
      const totals = await this.statistics.pathologies({ period, country: one }, caller);
      const sum = totals.reduce((total, { count }) => total + count, 0);
      const pathologies = byCode(
        totals.map(({ name, icd10, count }) => ({
          name,
          icd10,
          cases: release(count, { name, country: one }),
        })),
      );
      // Most cases first would tell between which two a withheld number is.
      const withheld = pathologies
        .filter(({ cases }) => cases === SUPPRESSED)
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      return measureReport(
        {
          period,
          country: one,
          total: sum === 0 ? 0 : release(sum, { country: one }),
          pathologies: [...pathologies.filter(({ cases }) => cases !== SUPPRESSED), ...withheld],
        },
        maker,
      );
    };
    if (scope !== '*') return reportOf(scope);
    const { countries } = await this.statistics.countries(caller);
    const reports: MeasureReport[] = [];
    for (const one of countries) reports.push(await reportOf(one));
    return reportBundle(reports, maker);
  }
}

/** A few pathologies of the catalogue share a code, by which a reader would take one for the other: they are one line. */
function byCode(pathologies: readonly ReportedPathology[]): ReportedPathology[] {
  const lines = new Map<string, ReportedPathology>();
  for (const pathology of pathologies) {
    const key = pathology.icd10 ?? `name ${pathology.name}`;
    const line = lines.get(key);
    lines.set(
      key,
      line
        ? {
            ...line,
            name: `${line.name}; ${pathology.name}`,
            cases: sumOf([line.cases, pathology.cases]),
          }
        : pathology,
    );
  }
  return [...lines.values()];
}
