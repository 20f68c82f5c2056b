import { addDays, dayOf, type NamedPeriod, periodOf } from '../../../shared/period';
import type { Alert } from './alert';
import { describeEpisode, type Episode } from './episode';
import type { DiseaseCounts } from './disease-series';
import { type FiredRule, listFiredRules } from './evaluate-rules';

/** Cases of one disease in one country. The last weeks are the evaluated ones. */
interface CountrySeries extends Omit<DiseaseCounts, 'key' | 'counts'> {
  /** By week, oldest first; null if the country reported nothing. */
  readonly counts: readonly (number | null)[];
}

interface ListedWeeks {
  /** The evaluated weeks. */
  readonly weeks: readonly NamedPeriod[];
  /** First days of weeks in the year before, whose alerts are listed too. */
  readonly earlier?: ReadonlySet<string>;
}

/** Returns the alerts of a series, with their episodes. */
export function listAlerts(series: CountrySeries, { weeks, earlier }: ListedWeeks): Alert[] {
  const { counts } = series;
  const first = counts.length - weeks.length;
  const today = dayOf(new Date());
  const fired = listFiredRules({ icd10: series.rulesOf, counts }, weeks.length);
  const known = { counts, fired, wholeWeeks: first + weeks.filter(({ before }) => before <= today).length };
  const findWeek = (index: number) => periodOf('week', addDays(weeks[0]?.from ?? '', 7 * (index - first)));
  return fired
    .filter(({ week }) => week >= first || earlier?.has(findWeek(week).from) === true)
    .map((found) => ({
      ...toAlertFields(series, found),
      ...listMembers(series, found),
      week: findWeek(found.week).name,
      episode: nameWeeks(describeEpisode(found, known), (week) => findWeek(week).name),
    }));
}

function toAlertFields({ pathologyKey, pathology, icd10, country }: CountrySeries, fired: FiredRule) {
  const { rule, count, expected, threshold } = fired;
  return {
    rule,
    pathologyKey,
    pathology,
    icd10,
    country,
    count,
    expected: expected === null ? null : Math.round(expected * 10) / 10,
    // Rounded down, so that a count over the threshold is also over the rounded one.
    threshold: Math.floor(threshold * 10) / 10,
  };
}

/** Returns the members of a series that have cases in the week of an alert, and the pathology and code of the first. */
function listMembers(
  { series, counts }: CountrySeries,
  { week }: FiredRule,
): Partial<Pick<Alert, 'series' | 'pathologyKey' | 'pathology' | 'icd10'>> {
  if (!series) return {};
  const members = series.members
    .map(({ pathologyKey, pathology, icd10, counts: own }) => {
      // The counts of members begin later than those of the series, and end with them.
      return { pathologyKey, pathology, icd10, count: own[week - counts.length + own.length] ?? 0 };
    })
    .filter(({ count }) => count > 0);
  const [first] = members;
  // The member with most cases in all weeks can have none in this one.
  const named = first && { pathologyKey: first.pathologyKey, pathology: first.pathology, icd10: first.icd10 };
  return { ...named, series: { name: series.name, members } };
}

function nameWeeks(episode: Episode, nameOf: (week: number) => string): Alert['episode'] {
  return {
    ...episode,
    since: nameOf(episode.since),
    curve: episode.curve.map(({ week, count }) => ({ week: nameOf(week), count })),
  };
}
