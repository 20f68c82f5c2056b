import type { NamedPeriod } from '../../../shared/period';
import facts from './population-of-africa.json';

/** The inhabitants of a country in a year. */
export interface Population {
  readonly people: number;
  readonly year: number;
}

const PEOPLE = new Map<string, readonly number[]>(Object.entries(facts.people));

/** The source of the populations, for exports. */
export const POPULATION_SOURCE = `${facts.source}; ${facts.licence}; copied on ${facts.copiedOn}`;

/** Returns a country's population in a year; for later years that of the last known one. Null if it is unknown. */
export function findPopulation(country: string, year: number): Population | null {
  const known = findKnownYear(year);
  const people = known === null ? undefined : PEOPLE.get(country)?.[known - facts.firstYear];
  return known === null || people === undefined ? null : { people, year: known };
}

/** Returns a country's population in the year of a period. */
export function populationIn(country: string, period: Pick<NamedPeriod, 'name'>): Population | null {
  return findPopulation(country, yearOf(period));
}

/** Returns the year of the populations that rates of a period refer to; null if there are none. */
export function populationYearIn(period: Pick<NamedPeriod, 'name'>): number | null {
  return findKnownYear(yearOf(period));
}

/** Returns a count as one per 100,000 inhabitants; null if the population is unknown. */
export function per100000(count: number, population: Population | null): number | null {
  return population === null ? null : (count * 100_000) / population.people;
}

/** Returns each count as one per 100,000 inhabitants. @param populations one for each count */
export function ratesOf(
  counts: readonly number[],
  populations: readonly (Population | null)[],
): (number | null)[] {
  return counts.map((count, index) => per100000(count, populations[index] ?? null));
}

function findKnownYear(year: number): number | null {
  return year < facts.firstYear ? null : Math.min(year, facts.lastYear);
}

/** A week belongs to the year of its name. */
function yearOf({ name }: Pick<NamedPeriod, 'name'>): number {
  return Number(name.slice(0, 4));
}
