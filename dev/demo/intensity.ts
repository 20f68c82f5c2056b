import { closenessToSeason, type Day, type Season } from './calendar';
import type { DemoCountry, Region } from './countries';
import { drawPoisson, type Random } from './random';

/** When in the year cases or sales occur. */
export type Timing =
  | 'flat'
  /** Peaks this many months after each rainy season of a country; `low` is the minimum, relative to the peak. */
  | { readonly afterRains: number; readonly low: number }
  /** Peaks in the same months in every country, or half a year later in the south. */
  | { readonly season: Season; readonly low: number; readonly reversedInSouth?: boolean };

/** The distribution of a pathology's cases or a medication's sales over countries and days. */
export interface Pattern {
  readonly name: string;
  /** Frequency, relative to the other patterns. */
  readonly weight: number;
  readonly timing: Timing;
  /** Growth factor for each year: 1.05 is 5 % more. */
  readonly growth: number;
  /** Frequency in a region, relative to the others; default 1. */
  readonly regions: Partial<Readonly<Record<Region, number>>>;
  /** True if the frequency is proportional to the country's malaria. */
  readonly followsMalaria?: boolean;
}

/** Frequency by weekday, from Sunday on. */
const WEEKDAY_FACTORS = [0.35, 1.35, 1.2, 1.1, 1.1, 1.1, 0.8];

/** Returns the expected frequency on a day, in any unit. */
export type Intensity = (day: Day) => number;

/** Returns the intensity of a pattern in a country. */
export function intensityIn(pattern: Pattern, country: DemoCountry): Intensity {
  const regional = (pattern.regions[country.region] ?? 1) * (pattern.followsMalaria ? country.malaria : 1);
  const base = country.share * pattern.weight * regional;
  const seasonal = seasonalFactor(country, pattern.timing);
  return (day) =>
    base *
    pattern.growth ** -day.yearsAgo *
    (WEEKDAY_FACTORS[day.weekday] ?? 1) *
    (base === 0 ? 0 : seasonal(day));
}

function seasonalFactor(country: DemoCountry, timing: Timing): Intensity {
  if (timing === 'flat') return () => 1;
  const { low } = timing;
  const seasons = seasonsIn(country, timing);
  return (day) => {
    const closeness = Math.max(...seasons.map((season) => closenessToSeason(season, day)));
    return low + (1 - low) * closeness;
  };
}

function seasonsIn({ rainyMonths, region }: DemoCountry, timing: Exclude<Timing, 'flat'>): readonly Season[] {
  if ('afterRains' in timing)
    return rainyMonths.map((month) => ({ month: month + timing.afterRains, width: 1.3 }));
  const isSouth = region === 'southern' || region === 'islands';
  if (timing.reversedInSouth !== true || !isSouth) return [timing.season];
  return [{ ...timing.season, month: timing.season.month + 6 }];
}

/** One case or sale. */
export interface Occurrence<P> {
  readonly pattern: P;
  readonly country: DemoCountry;
  readonly day: Day;
}

/** The input of `drawOccurrences`. */
export interface Distribution<P> {
  readonly patterns: readonly P[];
  readonly countries: readonly DemoCountry[];
  readonly days: readonly Day[];
  /** Expected number of occurrences. */
  readonly total: number;
  readonly intensityOf: (pattern: P, country: DemoCountry) => Intensity;
}

/** Draws about `total` occurrences, oldest day first. */
export function* drawOccurrences<P>(
  { patterns, countries, days, total, intensityOf }: Distribution<P>,
  random: Random,
): Generator<Occurrence<P>> {
  const rows = countries.map((country) => {
    const intensities = patterns.map((pattern) => intensityOf(pattern, country));
    // For each day, the cumulative sums over the patterns. The last one is the sum of the day.
    const sums = days.map((day) => {
      let sum = 0;
      return intensities.map((intensity) => (sum += intensity(day)));
    });
    return { country, sums };
  });
  const totalIntensity = rows.reduce(
    (sum, row) => row.sums.reduce((part, day) => part + (day.at(-1) ?? 0), sum),
    0,
  );
  for (const [index, day] of days.entries()) {
    for (const { country, sums } of rows) {
      const sumsOfDay = sums[index] ?? [];
      const sumOfDay = sumsOfDay.at(-1) ?? 0;
      const count = drawPoisson(random, (sumOfDay / totalIntensity) * total);
      for (let number = 0; number < count; number += 1) {
        const drawn = random() * sumOfDay;
        const pattern = patterns[sumsOfDay.findIndex((sum) => drawn < sum)];
        if (pattern !== undefined) yield { pattern, country, day };
      }
    }
  }
}
