export const DAY_MS = 24 * 60 * 60 * 1000;

const YEARS_OF_DATA = 3;

const DAYS_PER_YEAR = 365.25;

/** A day of the synthetic data. */
export interface Day {
  /** Midnight in UTC, in milliseconds since 1970. */
  readonly start: number;
  /** 0 at the end of December, 0.5 at the end of June. */
  readonly yearFraction: number;
  /** Years before today. */
  readonly yearsAgo: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

/** Returns every day from three years ago to today, both included. */
export function listDays(now: Date): Day[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const first = Date.UTC(now.getUTCFullYear() - YEARS_OF_DATA, now.getUTCMonth(), now.getUTCDate());
  const count = Math.round((today - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => {
    const start = first + index * DAY_MS;
    const newYear = Date.UTC(new Date(start).getUTCFullYear(), 0, 1);
    return {
      start,
      yearFraction: (start - newYear) / DAY_MS / DAYS_PER_YEAR,
      yearsAgo: (today - start) / DAY_MS / DAYS_PER_YEAR,
      weekday: new Date(start).getUTCDay(),
    };
  });
}

/** A time of year with more cases or sales. */
export interface Season {
  /** Month of the peak, 1 to 12, with fractions. */
  readonly month: number;
  /** Standard deviation in months. */
  readonly width: number;
}

/** Returns how close a day is to the peak of a season of any year: 1 at the peak, near 0 far from it. */
export function closenessToSeason({ month, width }: Season, { yearFraction }: Day): number {
  const distance = Math.abs(yearFraction * 12 - (month - 0.5));
  return Math.exp(-0.5 * (Math.min(distance, 12 - distance) / width) ** 2);
}

/** Returns how close a day is to the peak of one year's season. @param seasonsAgo 0 is the latest season */
export function closenessToPeak(season: Season, seasonsAgo: number, day: Day): number {
  const { yearFraction, yearsAgo } = day;
  const peak = (season.month - 0.5) / 12;
  const todaysFraction = (((yearFraction + yearsAgo) % 1) + 1) % 1;
  const yearsSincePeak = (((todaysFraction - peak) % 1) + 1) % 1;
  const months = (yearsAgo - yearsSincePeak - seasonsAgo) * 12;
  return Math.exp(-0.5 * (months / season.width) ** 2);
}
