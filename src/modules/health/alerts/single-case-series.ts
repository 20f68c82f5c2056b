import { daysIn, type NamedPeriod } from '../../../shared/period';
import type { WeeklyCounts } from '../../consultations';
import { WEEKS_OF_YEAR } from './waves';

type PathologyOfCountry = Pick<WeeklyCounts, 'country' | 'pathologyKey' | 'pathology' | 'icd10'>;

/** A week before the evaluated ones of which cases were recorded late. */
interface LateWeek extends PathologyOfCountry {
  readonly monday: string;
  /** All its cases. */
  readonly count: number;
}

interface SingleCases {
  /** Cases of the year before the evaluated weeks. They may be older than the others, which are read anew each time. */
  readonly earlier: readonly WeeklyCounts[];
  readonly late: readonly LateWeek[];
  /** Cases of the evaluated weeks. */
  readonly recent: readonly WeeklyCounts[];
}

/** Cases of one pathology in one country, in the evaluated weeks and the year before. */
interface JoinedSeries extends WeeklyCounts {
  /** First days of the weeks of which cases were recorded late. */
  readonly lateMondays: ReadonlySet<string>;
}

/** Returns the series of the pathologies that have recent or late cases, in the evaluated weeks and the year before. */
export function joinSeries({ earlier, late, recent }: SingleCases, weeks: readonly NamedPeriod[]) {
  const before = weeks[0]?.from ?? '';
  const [earlierCounts, recentCounts] = [earlier, recent].map(
    (all) => new Map(all.map((series) => [seriesKey(series), series.counts])),
  );
  const pathologies = new Map([...recent, ...late].map((series) => [seriesKey(series), series]));
  return [...pathologies].map(([key, { country, pathologyKey, pathology, icd10 }]): JoinedSeries => {
    const counts = [
      ...(earlierCounts?.get(key) ?? fillZeros(WEEKS_OF_YEAR)),
      ...(recentCounts?.get(key) ?? fillZeros(weeks.length)),
    ];
    const lateWeeks = late.filter((week) => seriesKey(week) === key);
    for (const { monday, count } of lateWeeks)
      counts[WEEKS_OF_YEAR - daysIn({ from: monday, before }) / 7] = count;
    return {
      country,
      pathologyKey,
      pathology,
      icd10,
      counts,
      lateMondays: new Set(lateWeeks.map(({ monday }) => monday)),
    };
  });
}

function fillZeros(weeks: number): number[] {
  return new Array<number>(weeks).fill(0);
}

function seriesKey({ country, pathologyKey }: PathologyOfCountry): string {
  return `${country} ${pathologyKey}`;
}
