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

/** How much of something there is in a country on a day, in relation to everything else. */
export function intensity(pattern: Pattern, country: DemoCountry, day: Day): number {
  const here = (pattern.regions[country.region] ?? 1) * (pattern.likeMalaria ? country.malaria : 1);
  const trend = pattern.yearly ** -day.yearsAgo;
  const weekday = byWeekday[day.weekday] ?? 1;
  return country.share * pattern.weight * here * trend * weekday * seasonal(pattern.timing, country, day);
}

function seasonal(timing: Timing, country: DemoCountry, day: Day): number {
  if (timing === 'flat') return 1;
  if ('afterRains' in timing) {
    const heights = country.rains.map((month) =>
      closeness({ month: month + timing.afterRains, width: 1.3 }, day),
    );
    return timing.low + (1 - timing.low) * Math.max(...heights);
  }
  const isSouth = country.region === 'southern' || country.region === 'islands';
  const month = timing.season.month + (timing.reversedInTheSouth === true && isSouth ? 6 : 0);
  return timing.low + (1 - timing.low) * closeness({ ...timing.season, month }, day);
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
  /** How much there is of one on a day in a country. */
  readonly rate: (pattern: Of, country: DemoCountry, day: Day) => number;
}

/** Draws about `total` occurrences, oldest day first. */
export function* occurrences<Of>(scope: Scope<Of>, random: Random): Generator<Occurrence<Of>> {
  const { patterns, countries, days, total, rate } = scope;
  let sum = 0;
  for (const day of days)
    for (const country of countries) for (const pattern of patterns) sum += rate(pattern, country, day);
  for (const day of days) {
    for (const country of countries) {
      for (const pattern of patterns) {
        const times = poisson(random, (rate(pattern, country, day) / sum) * total);
        for (let time = 0; time < times; time += 1) yield { pattern, country, day };
      }
    }
  }
}
