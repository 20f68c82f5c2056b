import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { CountryCode } from '../../../shared/country';
import { type PathologyCount, PathologyCountsService } from '../../consultations';
import { calendarPeriod } from '../../../shared/calendar';
import { scopeOf } from '../country-scope';
import { MedicationSalesService, type MedicationTotal } from '../medications/medication-sales.service';

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
