/** Milliseconds of a day. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** How long the invented figures reach back. */
const YEARS = 3;

const DAYS_OF_YEAR = 365.25;

/** A day of the period, as the figures depend on it. */
export interface Day {
  /** Its midnight in UTC, in milliseconds. */
  readonly start: number;
  /** 0 at the end of December, 0.5 at the end of June. */
  readonly partOfYear: number;
  /** Years before today. */
  readonly yearsAgo: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

/** Every day from three years ago to today, today included. */
export function daysUpTo(now: Date): Day[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const first = Date.UTC(now.getUTCFullYear() - YEARS, now.getUTCMonth(), now.getUTCDate());
  const count = Math.round((today - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => {
    const start = first + index * DAY_MS;
    const newYear = Date.UTC(new Date(start).getUTCFullYear(), 0, 1);
    return {
      start,
      partOfYear: (start - newYear) / DAY_MS / DAYS_OF_YEAR,
      yearsAgo: (today - start) / DAY_MS / DAYS_OF_YEAR,
      weekday: new Date(start).getUTCDay(),
    };
  });
}

/** A time of year: the month in which it is at its height (1 to 12, fractions allowed) and its width in months. */
export interface Season {
  readonly month: number;
  readonly width: number;
}

/** 1 at a season's height, near 0 far from it, the same on both sides of New Year. */
export function closeness({ month, width }: Season, { partOfYear }: Day): number {
  const apart = Math.abs(partOfYear * 12 - (month - 0.5));
  return Math.exp(-0.5 * (Math.min(apart, 12 - apart) / width) ** 2);
}

/** 1 at the height of the season that came `seasonsAgo` before the latest one, near 0 at any other time. */
export function closenessOnce(season: Season, seasonsAgo: number, day: Day): number {
  const { partOfYear, yearsAgo } = day;
  const height = (season.month - 0.5) / 12;
  const todaysPart = (((partOfYear + yearsAgo) % 1) + 1) % 1;
  const latest = (((todaysPart - height) % 1) + 1) % 1;
  const months = (yearsAgo - latest - seasonsAgo) * 12;
  return Math.exp(-0.5 * (months / season.width) ** 2);
}
