import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { type CountryCode, parseCountry } from '../../shared/country';
import { AuditTrail } from '../../platform/audit/audit-trail.service';
import { userOf } from '../../modules/auth';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { parseShownPeriod } from '../../shared/dashboard-parameters';
import { dayOf, periodOf, previousPeriod } from '../../shared/period';
import type { Locale } from '../../shared/locale';
import {
  StatisticsService,
  comparisonContract,
  statisticsContract,
  translateNames,
} from '../../modules/health';
import { resolveScope } from '../../platform/access/country-scope';
import type { InitialData } from './initial-data';

/** Query parameters of the dashboard, not yet validated. */
interface DashboardQuery {
  readonly period: string | undefined;
  readonly country: string | undefined;
}

@Injectable()
export class DashboardService {
  constructor(
    private readonly statistics: StatisticsService,
    private readonly audit: AuditTrail,
    @Inject(ENVIRONMENT) private readonly settings: Pick<Environment, 'SMALL_COUNT_THRESHOLD'>,
  ) {}

  /**
   * Loads the figures that the dashboard page contains, with names in the language of the page. Invalid parameters and other
   * countries are ignored.
   * @throws ForbiddenException for an account without a country
   */
  async loadInitialData(caller: Caller, query: DashboardQuery, locale: Locale): Promise<InitialData> {
    const now = new Date();
    const defaultPeriod = previousPeriod(periodOf('month', dayOf(now)));
    const period = parseShownPeriod(query.period ?? '', dayOf(now)) ?? defaultPeriod;
    const country = selectCountry(caller, query.country);
    const selection = { period, ...(country && { country }) };
    const [countries, summary, comparison, medications, countryBreakdown] = await Promise.all([
      this.statistics.listCountries(caller),
      this.statistics.getSummary(selection, caller),
      this.statistics.getPathologyComparison(selection, caller),
      this.statistics.getMedicationTotals(selection, caller),
      // A selected country does not filter the map.
      this.statistics.getCountryBreakdown({ period }, caller),
    ]);
    // The map has all countries that the account may see.
    const scopes = new Set([resolveScope(caller, country), resolveScope(caller)]);
    await this.audit.write(
      [...scopes].map((scope) => ({ country: scope, action: 'pages.dashboard', caller })),
    );
    return {
      account: userOf(caller),
      at: now.toISOString(),
      defaultPeriod: defaultPeriod.name,
      period: period.name,
      country: country ?? null,
      countries,
      smallNumbersWithheld: this.settings.SMALL_COUNT_THRESHOLD > 0,
      summary,
      countryBreakdown,
      // Parsed, to remove the fields that the procedures do not return either.
      comparison: comparisonContract.pathologyComparison.output.shape.data.parse({
        ...comparison,
        pathologies: await translateNames('pathologies', comparison.pathologies, locale),
      }),
      medications: statisticsContract.medications.output.shape.data.parse(
        await translateNames('medications', medications, locale),
      ),
    };
  }
}

/** Returns the account's own country, or else the requested one. */
function selectCountry({ country: ownCountry }: Caller, requested = ''): CountryCode | undefined {
  if (ownCountry !== null && ownCountry !== '*') return ownCountry;
  return parseCountry(requested);
}
