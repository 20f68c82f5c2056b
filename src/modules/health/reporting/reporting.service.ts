import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { isInScope, resolveScope } from '../../../platform/access/country-scope';
import { type CountryCode, UNKNOWN_COUNTRY } from '../../../shared/country';
import { addDays, dayOf, daysIn, type NamedPeriod, periodOf, periodsBetween } from '../../../shared/period';
import { PathologyCountsService, WeeklyCountsService } from '../../consultations';
import { EXPECTED_WEEKS } from './expected-weeks';

/** Reports which countries record, from the sums of weeks: no consultations are counted. */
@Injectable()
export class ReportingService {
  constructor(
    private readonly pathologyCounts: PathologyCountsService,
    private readonly weeklyCounts: WeeklyCountsService,
  ) {}

  async getReporting({ period, country }: { period: NamedPeriod; country?: CountryCode }, caller: Caller) {
    const scope = resolveScope(caller, country);
    const today = dayOf(new Date());
    // A week belongs to the period of its Thursday.
    const first = periodOf('week', addDays(period.from, 3));
    const last = periodOf('week', addDays(period.before, -4));
    const thisWeek = periodOf('week', today);
    const weeksOver = periodsBetween(first, last).filter(({ before }) => before <= today);
    const end = last.before < thisWeek.from ? last.before : thisWeek.from;
    const [listed, reported] = await Promise.all([
      this.pathologyCounts.listCountries(),
      this.weeklyCounts.listWeeksWithCases(scope, {
        from: addDays(first.from, -7 * EXPECTED_WEEKS),
        before: last.before,
      }),
    ]);
    const countries = await Promise.all(
      listed
        .filter((each) => each !== UNKNOWN_COUNTRY && isInScope(scope, each))
        .map(async (each) => {
          const mondays = reported.get(each) ?? [];
          const latest = mondays.at(-1);
          return {
            country: each,
            expected: latest !== undefined,
            weeksReported: weeksOver.filter(({ from }) => mondays.includes(from)).length,
            weeksLate:
              latest === undefined ? null : Math.max(0, daysIn({ from: latest, before: end }) / 7 - 1),
            lastArrival: await this.weeklyCounts.findLastArrival(each),
          };
        }),
    );
    const expected = countries.filter((each) => each.expected);
    const over = period.before <= today;
    return {
      period: period.name,
      over,
      // The last week may end up to three days after the period.
      fullyReported:
        over &&
        last.before <= today &&
        expected.length > 0 &&
        expected.every((each) => each.weeksReported === weeksOver.length),
      weeks: weeksOver.length,
      expected: expected.length,
      reporting: expected.filter((each) => (reported.get(each.country)?.at(-1) ?? '') >= first.from).length,
      countries,
    };
  }
}
