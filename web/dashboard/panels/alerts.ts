import { type NamedPeriod, addDays, nextPeriod, parsePeriod, periodOf } from '../../../src/shared/period';
import { type DataOf, queries } from '../queries/queries';
import { button, element } from '../../shared/element';
import { type Context, type View, countryInput, selectedCountryName } from '../page/context';
import { drawSparkline } from '../charts/sparkline';
import { exportUrl } from '../page/exports';
import { Figure } from '../page/figure';
import { type Selection, convertPeriod, getToday } from '../selection';
import { type Alert, type AlertGroup, groupAlerts, nameOf } from './alert-groups';

/** The number of alert groups in the collapsed list. */
const COLLAPSED_COUNT = 4;

/** Shows the severity without colour. */
const SIGNS = { high: '▲', medium: '◆', low: '●' } as const;

/** The alerts of the latest weeks, grouped by country and pathology. */
export class AlertsPanel {
  readonly figure: Figure;
  private isExpanded = false;

  constructor(private readonly context: Context) {
    this.figure = new Figure(context, { id: 'alerts', title: context.text('alerts.title') });
  }

  show({ selection, signal }: View): Promise<void> {
    const query = queries.alerts({ ...weekInput(selection), ...countryInput(selection) });
    return this.figure.subscribe(
      query,
      { selection, signal },
      {
        draw: (data) => {
          this.draw(selection, data);
        },
      },
    );
  }

  private draw(selection: Selection, data: DataOf<'alerts'>): void {
    const { text, format } = this.context;
    const groups = groupAlerts(data);
    const [first, last] = [data.weeks[0], data.weeks.at(-1)].map((week) => this.week(week));
    const weeks = text('alerts.weeks', { first: first ?? '', last: last ?? '' });
    const count = text('alerts.count', { count: format.number(groups.length) }, groups.length);
    this.figure.show({
      subtitle: [
        ...(groups.length > 0 ? [count] : []),
        weeks,
        selectedCountryName(this.context, selection),
      ].join(' · '),
      picture:
        groups.length === 0
          ? element('p', { className: 'none', textContent: text('alerts.none') })
          : this.list(selection, groups),
      label: groups.length === 0 ? text('alerts.none') : count,
      notes: [],
      table: {
        columns: [
          { label: text('column.pathology') },
          { label: text('column.country') },
          { label: text('column.week') },
          { label: text('column.count'), numeric: true },
          { label: text('column.expected'), numeric: true },
          { label: text('column.threshold'), numeric: true },
          { label: text('column.since') },
          { label: text('column.casesSince'), numeric: true },
          { label: text('column.trend') },
          { label: text('column.confidence') },
          { label: text('column.rule') },
        ],
        rows: data.alerts.map((alert) => [
          nameOf(alert),
          format.country(alert.country),
          this.week(alert.week),
          format.number(alert.count),
          alert.expected === null ? '' : format.number(alert.expected),
          format.number(alert.threshold),
          this.week(alert.episode.since),
          format.number(alert.episode.cases),
          text(`alerts.trend.${alert.episode.trend}`),
          text(`alerts.confidence.${alert.episode.confidence}`),
          this.rule(alert),
        ]),
      },
      exportUrlOf: exportUrl('alerts', { ...weekInput(selection), ...countryInput(selection) }),
    });
  }

  private list(selection: Selection, groups: readonly AlertGroup[]): HTMLElement {
    const { text, format } = this.context;
    const items = groups.map((group) => this.card(selection, group));
    const list = element('ul', { className: 'alerts' }, ...items);
    const hiddenCount = groups.length - COLLAPSED_COUNT;
    if (hiddenCount <= 0) return list;
    const toggle = button(
      '',
      () => {
        this.isExpanded = !this.isExpanded;
        update();
      },
      { id: 'alerts-all' },
    );
    const update = (): void => {
      for (const item of items.slice(COLLAPSED_COUNT)) item.hidden = !this.isExpanded;
      toggle.textContent = this.isExpanded
        ? text('alerts.showFewer')
        : text('alerts.showAll', { count: format.number(hiddenCount) }, hiddenCount);
      toggle.ariaExpanded = String(this.isExpanded);
    };
    update();
    return element('div', {}, list, toggle);
  }

  private card(selection: Selection, group: AlertGroup): HTMLLIElement {
    const { name, pathologies, country, severity, alerts, episode } = group;
    const { text, format, changeSelection } = this.context;
    const rules = [...new Map(alerts.map((alert) => [alert.rule, alert])).values()];
    const weeks = [...new Map(alerts.map((alert) => [alert.week, alert])).values()];
    // Encoded, because an id must not contain spaces.
    const heading = element('h3', { id: `alert-${country}-${encodeURIComponent(name)}` });
    const trend = button(text('alerts.showTrend'), () => {
      changeSelection({
        pathologies,
        step: 'week',
        period: periodIncluding(selection.period, alerts[0]?.week),
        ...(this.context.selectionOptions.canSeeAllCountries && { country }),
      });
      document.querySelector('#trend')?.scrollIntoView({ block: 'start' });
    });
    trend.id = `${heading.id}-trend`;
    trend.setAttribute('aria-labelledby', `${trend.id} ${heading.id}`);
    const showsCountry = selection.country === null && this.context.selectionOptions.canSeeAllCountries;
    heading.append(element('bdi', {}, name));
    if (showsCountry) heading.append(' ', element('span', { className: 'where' }, format.country(country)));
    return element(
      'li',
      { className: `alert alert-${severity}` },
      element(
        'p',
        { className: 'severity' },
        element('span', { ariaHidden: 'true', textContent: SIGNS[severity] }),
        text(`alerts.severity.${severity}`),
      ),
      heading,
      ...weeks.map((alert) => element('p', { className: 'alert-week' }, this.sentence(alert))),
      this.episode(episode),
      ...rules.map((alert) => element('p', { className: 'rule' }, this.rule(alert))),
      trend,
    );
  }

  private episode({ since, cases, curve, trend, confidence }: Alert['episode']): HTMLElement {
    const { text, format, direction } = this.context;
    const counts = curve.map(({ count }) =>
      count === null ? text('alerts.noReport') : format.number(count),
    );
    const ends = { first: this.week(curve[0]?.week), last: this.week(curve.at(-1)?.week) };
    const label = text('alerts.curve', { ...ends, counts: format.list(counts) });
    const weeks = curve.map(({ week, count }) => ({ count, isHighlighted: week >= since }));
    const level = text(`alerts.confidence.${confidence}`);
    return element(
      'div',
      { className: 'episode' },
      element(
        'p',
        {},
        text('alerts.episode', { since: this.week(since), count: format.number(cases) }, cases),
      ),
      drawSparkline(weeks, { direction, label }),
      element('p', {}, `${text(`alerts.trend.${trend}`)} · ${text('alerts.confidence', { level })}`),
    );
  }

  private sentence({ count, week, expected, threshold }: Alert): string {
    const { text, format } = this.context;
    const cases = text('alerts.cases', { count: format.number(count), week: this.week(week) }, count);
    const values = { expected: format.number(expected ?? 0), threshold: format.number(threshold) };
    return [cases, text(expected === null ? 'alerts.threshold' : 'alerts.expected', values)].join(' · ');
  }

  private rule({ rule, threshold }: Alert): string {
    return this.context.text(`alerts.rule.${rule}`, { threshold: this.context.format.number(threshold) });
  }

  private week(name: string | undefined): string {
    const period = parsePeriod(name ?? '');
    return period ? this.context.format.periodShort(period) : '';
  }
}

/** Returns the period, or a later one of its kind that contains the alert's week: the trend ends with the period. */
function periodIncluding(period: NamedPeriod, weekName = ''): NamedPeriod {
  const week = parsePeriod(weekName);
  return week && convertPeriod('week', period).from < week.from ? convertPeriod(period.kind, week) : period;
}

/** Returns the period's last week. The current and the previous period omit it, which means the current week. */
function weekInput({ period }: Selection): { week?: string } {
  const next = nextPeriod(period);
  return next.before <= getToday() ? { week: periodOf('week', addDays(period.before, -1)).name } : {};
}
