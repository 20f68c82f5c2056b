import { ForbiddenException, Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller';
import type { CountryCode, CountryScope } from '../access/country';
import { type PathologyCount, PathologyCountsService } from '../consultations/pathology-counts.service';
import { calendarPeriod } from '../fields/period';
import { MedicationSalesService, type MedicationTotal } from './medication-sales.service';

/** What a ministry is shown: never more than the countries it answers for. */
@Injectable()
export class HealthService {
  constructor(
    private readonly pathologyCounts: PathologyCountsService,
    private readonly medicationSales: MedicationSalesService,
  ) {}

  async pathologyStats(
    { year, month }: { year: number; month?: number },
    caller: Caller,
  ): Promise<PathologyCount[]> {
    return this.pathologyCounts.totals(scopeOf(caller), calendarPeriod(year, month));
  }

  async medicationStats(
    { year, country }: { year: number; country?: CountryCode },
    caller: Caller,
  ): Promise<MedicationTotal[]> {
    return this.medicationSales.totals(scopeOf(caller, country), calendarPeriod(year));
  }
}

/**
 * The countries a caller sees, narrowed to the one that is asked for.
 * @throws ForbiddenException for another country, and for an account that is tied to none
 */
function scopeOf({ role, country: own }: Caller, asked?: CountryCode): CountryScope {
  if (role === 'admin' || own === '*') return asked ?? '*';
  if (own === null) {
    throw new ForbiddenException(
      'Your account is tied to no country (10003): the portal has to say which one, or * for all, in the claim that OAUTH_COUNTRY_CLAIM names',
    );
  }
  if (asked !== undefined && asked !== own) {
    throw new ForbiddenException(
      `country: your account is tied to ${own}; leave it out or send ${own} (10002)`,
    );
  }
  return own;
}
