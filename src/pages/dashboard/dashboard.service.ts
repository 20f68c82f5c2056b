import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { type CountryCode, parseCountry } from '../../shared/country';
import { AuthService } from '../../modules/auth';
import { ENVIRONMENT } from '../../platform/config/config.module';
import type { Environment } from '../../platform/config/environment';
import { dayOf, parsePeriod, periodOf, previousPeriod } from '../../shared/calendar';
import { StatisticsService } from '../../modules/health';
import type { FirstAnswers } from './first-answers';

/** What the address of a dashboard names; anything may stand there. */
interface Asked {
  readonly period: string | undefined;
  readonly country: string | undefined;
}

@Injectable()
export class DashboardService {
  constructor(
    private readonly auth: AuthService,
    private readonly statistics: StatisticsService,
    @Inject(ENVIRONMENT) private readonly settings: Pick<Environment, 'SMALL_COUNT_THRESHOLD'>,
  ) {}

  /**
   * The first figures of a caller's page. What an address names and cannot be shown, an account of one country asking
   * for another among it, is left out as if it had not been there.
   * @throws ForbiddenException for an account that is tied to no country
   */
  async firstAnswers(caller: Caller, asked: Asked): Promise<FirstAnswers> {
    const at = new Date();
    const defaultPeriod = previousPeriod(periodOf('month', dayOf(at)));
    const period = parsePeriod(asked.period ?? '') ?? defaultPeriod;
    const country = countryFor(caller, asked.country);
    const selection = { period, ...(country && { country }) };
    const [account, countries, { summary, pathologies }] = await Promise.all([
      this.auth.userOf(caller),
      this.statistics.countries(caller),
      this.statistics.overview(selection, caller),
    ]);
    return {
      account,
      at: at.toISOString(),
      defaultPeriod: defaultPeriod.name,
      period: period.name,
      country: country ?? null,
      countries,
      smallNumbersWithheld: this.settings.SMALL_COUNT_THRESHOLD > 0,
      summary,
      pathologies,
    };
  }
}

/** An account of one country always sees that one, whatever the address names. */
function countryFor({ role, country: own }: Caller, asked = ''): CountryCode | undefined {
  if (role !== 'admin' && own !== null && own !== '*') return own;
  return parseCountry(asked);
}
