import { type NamedPeriod, addDays, nextPeriod, parsePeriod, periodOf } from '../../../src/shared/calendar';
import { type DataOf, questions } from '../answers/questions';
import { button, element } from '../../shared/element';
import { type Context, type View, countryOf, placeOf } from '../page/context';
import { exportAddress } from '../page/exports';
import { Figure } from '../page/figure';
import { type Selection, counterpart, today } from '../selection';
import { type Alert, type AlertGroup, groupsOf } from './alert-groups';

/** How many are shown before all of them are asked for. */
const MOST_SHOWN = 4;

/** Of severity: a sign, for those who do not see the colour. */
const SIGNS = { high: '▲', medium: '◆', low: '●' } as const;

/** What needs somebody's attention in the latest weeks. */
export class AlertsPanel {
  readonly figure: Figure;
  private all = false;

  constructor(private readonly context: Context) {
    this.figure = new Figure(context, { id: 'alerts', title: context.text('alerts.title') });
  }

  show({ selection, signal }: View): Promise<void> {
    const question = questions.alerts({ ...weekOf(selection), ...countryOf(selection) });
    return this.figure.follow(
      question,
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
    const groups = groupsOf(data);
    const [first, last] = [data.weeks[0], data.weeks.at(-1)].map((week) => this.week(week));
    const weeks = text('alerts.weeks', { first: first ?? '', last: last ?? '' });
    const count = text('alerts.count', { count: format.number(groups.length) }, groups.length);
    this.figure.show({
      subtitle: [...(groups.length > 0 ? [count] : []), weeks, placeOf(this.context, selection)].join(' · '),
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
          { label: text('column.rule') },
        ],
        rows: data.alerts.map((alert) => [
          alert.pathology,
          format.country(alert.country),
          this.week(alert.week),
          format.number(alert.count),
          alert.expected === null ? '' : format.number(alert.expected),
          format.number(alert.threshold),
          this.rule(alert),
        ]),
      },
      exportOf: exportAddress('alerts', { ...weekOf(selection), ...countryOf(selection) }),
    });
  }

  private list(selection: Selection, groups: readonly AlertGroup[]): HTMLElement {
    const { text, format } = this.context;
    const items = groups.map((group) => this.card(selection, group));
    const list = element('ul', { className: 'alerts' }, ...items);
    const hidden = groups.length - MOST_SHOWN;
    if (hidden <= 0) return list;
    const toggle = button(
      '',
      () => {
        this.all = !this.all;
        limit();
      },
      { id: 'alerts-all' },
    );
    const limit = (): void => {
      for (const item of items.slice(MOST_SHOWN)) item.hidden = !this.all;
      toggle.textContent = this.all
        ? text('alerts.showFewer')
        : text('alerts.showAll', { count: format.number(hidden) }, hidden);
      toggle.ariaExpanded = String(this.all);
    };
    limit();
    return element('div', {}, list, toggle);
  }

  private card(selection: Selection, { pathology, country, severity, alerts }: AlertGroup): HTMLLIElement {
    const { text, format, change } = this.context;
    const rules = [...new Map(alerts.map((alert) => [alert.rule, alert])).values()];
    const weeks = [...new Map(alerts.map((alert) => [alert.week, alert])).values()];
    // Encoded, since names in other letters than Latin ones have to stay apart, and an id has no blanks.
    const heading = element('h3', { id: `alert-${country}-${encodeURIComponent(pathology)}` });
    const trend = button(text('alerts.showTrend'), () => {
      change({
        pathologies: [pathology],
        step: 'week',
        period: periodWith(selection.period, alerts[0]?.week),
        ...(this.context.defaults.all && { country }),
      });
      document.querySelector('#trend')?.scrollIntoView({ block: 'start' });
    });
    trend.id = `${heading.id}-trend`;
    trend.setAttribute('aria-labelledby', `${trend.id} ${heading.id}`);
    const where = selection.country === null && this.context.defaults.all;
    heading.append(element('bdi', {}, pathology));
    if (where) heading.append(' ', element('span', { className: 'where' }, format.country(country)));
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
      ...rules.map((alert) => element('p', { className: 'rule' }, this.rule(alert))),
      trend,
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

/** The period itself, or the later one of its kind that an alert's week is in: the trend ends with the period. */
function periodWith(period: NamedPeriod, week = ''): NamedPeriod {
  const found = parsePeriod(week);
  return found && counterpart('week', period).from < found.from ? counterpart(period.kind, found) : period;
}

/**
 * The week that alerts are asked for: the current one, named by none, unless an earlier period is looked at than the
 * last that is over.
 */
function weekOf({ period }: Selection): { week?: string } {
  const next = nextPeriod(period);
  return next.before <= today() ? { week: periodOf('week', addDays(period.before, -1)).name } : {};
}
