import { closeness, type Day, type Season } from './calendar';
import type { DemoCountry, Region } from './countries';
import { poisson, type Random } from './random';

/** When something comes. */
export type Timing =
  | 'flat'
  /** So many months after the height of each of a country's rains; `low` of that in between. */
  | { readonly afterRains: number; readonly low: number }
  /** In the same months everywhere, or half a year later in the south. */
  | { readonly season: Season; readonly low: number; readonly reversedInTheSouth?: boolean };

/** What decides how much of something there is in a country on a day. */
export interface Pattern {
  readonly name: string;
  /** How common it is, in relation to the others. */
  readonly weight: number;
  readonly timing: Timing;
  /** By what it grows in a year: 1.05 is five in a hundred more. */
  readonly yearly: number;
  /** How much more or less common it is there; 1 where nothing is said. */
  readonly regions: Partial<Readonly<Record<Region, number>>>;
  /** Whether it follows the country's malaria. */
  readonly likeMalaria?: boolean;
}

/** Sundays are quiet, and much waits for Monday. */
const byWeekday = [0.35, 1.35, 1.2, 1.1, 1.1, 1.1, 0.8];

/** How much of something there is on a day, in relation to everything else. */
export type Intensity = (day: Day) => number;

/** How much of something there is in a country. */
export function intensity(pattern: Pattern, country: DemoCountry): Intensity {
  const here = (pattern.regions[country.region] ?? 1) * (pattern.likeMalaria ? country.malaria : 1);
  const usual = country.share * pattern.weight * here;
  const seasonal = seasonalIn(country, pattern.timing);
  return (day) =>
    usual *
    pattern.yearly ** -day.yearsAgo *
    (byWeekday[day.weekday] ?? 1) *
    (usual === 0 ? 0 : seasonal(day));
}

function seasonalIn(country: DemoCountry, timing: Timing): Intensity {
  if (timing === 'flat') return () => 1;
  const { low } = timing;
  const seasons = seasonsIn(country, timing);
  return (day) => {
    let height = 0;
    for (const season of seasons) height = Math.max(height, closeness(season, day));
    return low + (1 - low) * height;
  };
}

function seasonsIn({ rains, region }: DemoCountry, timing: Exclude<Timing, 'flat'>): readonly Season[] {
  if ('afterRains' in timing) return rains.map((month) => ({ month: month + timing.afterRains, width: 1.3 }));
  const isSouth = region === 'southern' || region === 'islands';
  if (timing.reversedInTheSouth !== true || !isSouth) return [timing.season];
  return [{ ...timing.season, month: timing.season.month + 6 }];
}

/** One thing that happened: what, where, on which day. */
export interface Occurrence<Of> {
  readonly pattern: Of;
  readonly country: DemoCountry;
  readonly day: Day;
}

/** Where and when things can happen, and about how many of them are wanted. */
export interface Scope<Of> {
  readonly patterns: readonly Of[];
  readonly countries: readonly DemoCountry[];
  readonly days: readonly Day[];
  readonly total: number;
  /** How much there is of one in a country. */
  readonly intensityOf: (pattern: Of, country: DemoCountry) => Intensity;
}

/** Draws about `total` occurrences, oldest day first. */
export function* occurrences<Of>(scope: Scope<Of>, random: Random): Generator<Occurrence<Of>> {
  const { patterns, countries, days, total, intensityOf } = scope;
  const places = countries.map((country) => {
    const intensities = patterns.map((pattern) => intensityOf(pattern, country));
    // For each day the sums up to each pattern: the last is that of the day.
    const sums = days.map((day) => {
      let sum = 0;
      return intensities.map((intensityOn) => (sum += intensityOn(day)));
    });
    return { country, sums };
  });
  const all = places.reduce(
    (sum, place) => place.sums.reduce((part, day) => part + (day.at(-1) ?? 0), sum),
    0,
  );
  for (const [index, day] of days.entries()) {
    for (const { country, sums } of places) {
      const sumsOfDay = sums[index] ?? [];
      const sumOfDay = sumsOfDay.at(-1) ?? 0;
      for (let left = poisson(random, (sumOfDay / all) * total); left > 0; left -= 1) {
        const drawn = random() * sumOfDay;
        const pattern = patterns[sumsOfDay.findIndex((sum) => drawn < sum)];
        if (pattern !== undefined) yield { pattern, country, day };
      }
    }
  }
}
