import type { Signal } from '@preact/signals';
import { type NamedPeriod, parsePeriod } from '../../../src/shared/period';
import { Button } from '../../shared/kit/button';
import { Sparkline } from '../charts/sparkline';
import { type Selection, convertPeriod } from '../selection';
import { useDashboard, usePage } from '../state/dashboard-context';
import type { Page } from '../state/page';
import type { Alert, AlertGroup } from './alert-groups';
import { AlertHandling, type OpenedAlert } from './alert-handling';

/** Shows the severity without colour. */
const SIGNS = { high: '▲', medium: '◆', low: '●' } as const;

interface AlertCardProps {
  readonly group: AlertGroup;
  readonly selection: Selection;
  readonly isHidden: boolean;
  /** The alert in the dialog. */
  readonly opened: Signal<OpenedAlert | undefined>;
}

/** The alerts on one pathology in one country. */
export function AlertCard({ group, selection, isHidden, opened }: AlertCardProps) {
  const { select } = useDashboard();
  const page = usePage();
  const { text, format, selectionOptions } = page;
  const { id: identity, name, pathologies, country, severity, alerts } = group;
  const rules = [...new Map(alerts.map((alert) => [alert.rule, alert])).values()];
  const weeks = [...new Map(alerts.map((alert) => [alert.week, alert])).values()];
  // Encoded, because an id must not contain spaces.
  const id = `alert-${country}-${encodeURIComponent(identity)}`;
  const showTrend = (): void => {
    select({
      pathologies,
      slots: [],
      lines: [],
      range: null,
      step: 'week',
      period: periodIncluding(selection.period, alerts[0]?.week),
      ...(selectionOptions.canSeeAllCountries && { country }),
    });
    document.querySelector('#trend')?.scrollIntoView({ block: 'start' });
  };
  return (
    <li class={`alert alert-${severity}`} hidden={isHidden}>
      <p class="severity">
        <span aria-hidden="true">{SIGNS[severity]}</span>
        {text(`alerts.severity.${severity}`)}
      </p>
      <h3 id={id}>
        <bdi>{name}</bdi>{' '}
        {selection.country === null && selectionOptions.canSeeAllCountries && (
          <span class="where">{format.country(country)}</span>
        )}
      </h3>
      {weeks.map((alert) => (
        <p key={alert.week} class="alert-week">
          {describeCount(page, alert)}
        </p>
      ))}
      <Episode {...group.episode} />
      {rules.map((alert) => (
        <p key={alert.rule} class="rule">
          {describeRule(page, alert)}
        </p>
      ))}
      <AlertHandling
        alert={{ id: identity, country, selection }}
        headingId={id}
        handling={alerts[0]?.handling}
        opened={opened}
      >
        <Button id={`${id}-trend`} aria-labelledby={`${id}-trend ${id}`} onClick={showTrend}>
          {text('alerts.showTrend')}
        </Button>
      </AlertHandling>
    </li>
  );
}

function Episode({ since, cases, curve, trend, confidence }: Alert['episode']) {
  const page = usePage();
  const { text, format, direction } = page;
  const counts = curve.map(({ count }) => (count === null ? text('alerts.noReport') : format.number(count)));
  const ends = { first: formatWeek(page, curve[0]?.week), last: formatWeek(page, curve.at(-1)?.week) };
  const level = text(`alerts.confidence.${confidence}`);
  return (
    <div class="episode">
      <p>{text('alerts.episode', { since: formatWeek(page, since), count: format.number(cases) }, cases)}</p>
      <Sparkline
        weeks={curve.map(({ week, count }) => ({ count, isHighlighted: week >= since }))}
        direction={direction}
        label={text('alerts.curve', { ...ends, counts: format.list(counts) })}
      />
      <p>{`${text(`alerts.trend.${trend}`)} · ${text('alerts.confidence', { level })}`}</p>
    </div>
  );
}

function describeCount(page: Page, { count, week, expected, threshold }: Alert): string {
  const { text, format } = page;
  const cases = text('alerts.cases', { count: format.number(count), week: formatWeek(page, week) }, count);
  const values = { expected: format.number(expected ?? 0), threshold: format.number(threshold) };
  return [cases, text(expected === null ? 'alerts.threshold' : 'alerts.expected', values)].join(' · ');
}

export function describeRule({ text, format }: Page, { rule, threshold }: Alert): string {
  return text(`alerts.rule.${rule}`, { threshold: format.number(threshold) });
}

/** Formats the name of a week; empty if there is none. */
export function formatWeek({ format }: Page, name = ''): string {
  const week = parsePeriod(name);
  return week ? format.periodShort(week) : '';
}

/** Returns the period, or a later one of its kind that contains the alert's week: the trend ends with the period. */
function periodIncluding(period: NamedPeriod, weekName = ''): NamedPeriod {
  const week = parsePeriod(weekName);
  return week && convertPeriod('week', period).from < week.from ? convertPeriod(period.kind, week) : period;
}
