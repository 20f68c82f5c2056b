import {
  addDays,
  dayOf,
  daysIn,
  type NamedPeriod,
  type Period,
  previousPeriod,
  yearBefore,
} from '../../../shared/period';
import { per100000, type Population } from '../population/population';

/** The periods that are counted: the period, its compared part, and as many days of the previous period and of the year before. */
type ComparedPeriods = readonly [all: Period, compared: Period, previous: Period, yearBefore: Period];

/**
 * Returns the periods that are compared, and which days they are. If the period is not over, only its complete days are
 * compared, without today.
 */
export function compareWithEarlier(period: NamedPeriod) {
  const today = dayOf(new Date());
  const complete = period.before <= today;
  const periods = listComparedPeriods(period, today);
  const [, compared] = periods;
  return {
    periods,
    days: {
      period: period.name,
      until: complete ? addDays(period.before, -1) : today,
      comparedUntil: compared.before > compared.from ? addDays(compared.before, -1) : null,
      complete,
    },
  };
}

/** @param today in UTC, `YYYY-MM-DD` */
function listComparedPeriods(period: NamedPeriod, today: string): ComparedPeriods {
  const previous = previousPeriod(period);
  const before = yearBefore(period);
  if (period.before <= today) return [period, period, previous, before];
  const days = Math.max(0, daysIn({ from: period.from, before: today }));
  return [period, firstDays(period, days), firstDays(previous, days), firstDays(before, days)];
}

/** Returns the first days of a period; all of it if it has no more. */
function firstDays(period: Period, days: number): Period {
  if (days >= daysIn(period)) return period;
  return { from: period.from, before: addDays(period.from, days) };
}

/** @param counts one of each period, as in `ComparedPeriods` */
export function compareCounts(
  [count = 0, compared = 0, previous = 0, yearBefore = 0]: readonly number[],
  population: Population | null,
) {
  return {
    count,
    compared,
    previous,
    yearBefore,
    changeOnPrevious: relativeChange(compared, previous),
    changeOnYearBefore: relativeChange(compared, yearBefore),
    per100000: per100000(count, population),
  };
}

/** Returns null if the base is zero. */
function relativeChange(count: number, base: number): number | null {
  return base === 0 ? null : (count - base) / base;
}
