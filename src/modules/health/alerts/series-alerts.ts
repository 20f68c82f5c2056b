import { addDays, dayOf, type NamedPeriod, periodOf } from '../../../shared/period';
import type { WeeklyCounts } from '../../consultations';
import type { Alert } from './alert';
import { describeEpisode, type Episode } from './episode';
import { type FiredRule, listFiredRules, type WeeklySeries } from './evaluate-rules';

/** Cases of one pathology in one country. The last weeks are the evaluated ones. */
type CountrySeries = WeeklySeries & Pick<WeeklyCounts, 'country' | 'pathology'>;

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
  const fired = listFiredRules(series, weeks.length);
  const known = { counts, fired, wholeWeeks: first + weeks.filter(({ before }) => before <= today).length };
  const findWeek = (index: number) => periodOf('week', addDays(weeks[0]?.from ?? '', 7 * (index - first)));
  return fired
    .filter(({ week }) => week >= first || earlier?.has(findWeek(week).from) === true)
    .map((found) => ({
      ...toAlertFields(series, found),
      week: findWeek(found.week).name,
      episode: nameWeeks(describeEpisode(found, known), (week) => findWeek(week).name),
    }));
}

function toAlertFields({ pathology, icd10, country }: CountrySeries, fired: FiredRule) {
  const { rule, count, expected, threshold } = fired;
  return {
    rule,
    pathology,
    icd10,
    country,
    count,
    expected: expected === null ? null : Math.round(expected * 10) / 10,
    // Rounded down, so that a count over the threshold is also over the rounded one.
    threshold: Math.floor(threshold * 10) / 10,
  };
}

function nameWeeks(episode: Episode, nameOf: (week: number) => string): Alert['episode'] {
  return {
    ...episode,
    since: nameOf(episode.since),
    curve: episode.curve.map(({ week, count }) => ({ week: nameOf(week), count })),
  };
}
