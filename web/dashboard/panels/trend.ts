import { type NamedPeriod, parsePeriod, previousPeriod } from '../../../src/shared/calendar';
import { type DataOf, questions } from '../answers/questions';
import { loadPictures } from '../charts/load-pictures';
import { SERIES, type SeriesStyle, signElement } from '../charts/series';
import type { Trend, TrendSeries } from '../charts/trend-picture';
import { button, element } from '../../shared/element';
import { type Context, type View, countryOf, placeOf } from '../page/context';
import { exportAddress } from '../page/exports';
import { Figure } from '../page/figure';
import { type Selection, type TrendStep, counterpart, isOver, stepOf } from '../selection';

/** How many points a line has: the last year of them. */
const POINTS: Readonly<Record<TrendStep, number>> = { month: 12, week: 52 };

/** Room for one label under the axis, in CSS pixels. */
const LABEL_WIDTH = 80;

/** How much of a picture's width the axis has; names and numbers stand beside it. */
const AXIS_PART = 0.7;

/** How the chosen pathologies develop, with the year before behind each. */
export class TrendPanel {
  readonly figure: Figure;
  private readonly steps = element('fieldset', { className: 'segments' });
  private readonly legend = element('ul', { className: 'legend' });
  private latest: AbortController | undefined;
  /** The names in the legend, as JSON. */
  private listed = '';

  constructor(private readonly context: Context) {
    this.figure = new Figure(context, {
      id: 'trend',
      title: context.text('trend.title'),
      tools: [this.steps],
    });
    this.figure.node.querySelector('header')?.after(this.legend);
    this.legend.setAttribute('aria-label', context.text('trend.chosen'));
  }

  /** @param names those whose trend is shown, in their order */
  async show({ selection, signal }: View, names: readonly string[]): Promise<void> {
    this.latest?.abort();
    const latest = new AbortController();
    this.latest = latest;
    signal.addEventListener('abort', () => {
      latest.abort();
    });
    this.showSteps(selection);
    this.showLegend(names);
    if (names.length === 0) {
      this.figure.tell(this.context.text('trend.none'));
      return;
    }
    const range = rangeOf(selection);
    const question = questions.trend({ pathologies: [...names], ...range, ...countryOf(selection) });
    const view = { selection, signal: latest.signal };
    await this.figure.follow(question, view, {
      draw: (data) => {
        void this.figure.draw(latest.signal, () => this.draw(view, data));
      },
    });
  }

  /** Says that nobody knows yet which pathologies are the most frequent. */
  await({ selection }: View): void {
    this.latest?.abort();
    this.showSteps(selection);
    this.figure.await();
  }

  /** Says why nobody knows. */
  tell(message: string): void {
    this.latest?.abort();
    this.showLegend([]);
    this.figure.tell(message);
  }

  private showSteps(selection: Selection): void {
    const { text, change } = this.context;
    const step = stepOf(selection);
    if (this.steps.querySelector<HTMLInputElement>('input:checked')?.value === step) return;
    const choices = (['month', 'week'] as const).map((one) => {
      const input = element('input', { type: 'radio', name: 'by', value: one, checked: one === step });
      input.addEventListener('change', () => {
        change({ step: one });
      });
      return element('label', {}, input, element('span', {}, text(`trend.step.${one}`)));
    });
    const focused = this.steps.contains(document.activeElement);
    this.steps.replaceChildren(
      element('legend', { className: 'unseen', textContent: text('trend.step') }),
      ...choices,
    );
    if (focused) this.steps.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true });
  }

  private showLegend(names: readonly string[]): void {
    const { text, change } = this.context;
    const listed = JSON.stringify(names);
    if (listed === this.listed) return;
    this.listed = listed;
    const focused = this.legend.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const entries = names.map((name, index) => {
      const remove = button(['×'], () => {
        change({ pathologies: names.filter((one) => one !== name) });
        // The button is gone: the one in its place has the focus, or the one before it.
        const left = this.legend.querySelectorAll('button');
        (left[index] ?? left[index - 1])?.focus();
      });
      remove.id = `remove-${encodeURIComponent(name)}`;
      remove.ariaLabel = text('trend.remove', { pathology: name });
      return element('li', {}, signElement(styleAt(index)), element('bdi', {}, name), remove);
    });
    this.legend.replaceChildren(...entries);
    if (focused !== undefined) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  private async draw(
    { selection, signal }: View,
    { periods, series }: DataOf<'pathologyTrend'>,
  ): Promise<void> {
    const { text, format } = this.context;
    const step = stepOf(selection);
    const points = POINTS[step];
    const shown = periods.slice(-points).flatMap((name) => parsePeriod(name) ?? []);
    const [first, last] = [shown[0], shown.at(-1)];
    if (!first || !last) return;
    const lines = series.map(({ name, counts }, index): TrendSeries => ({
      name,
      style: styleAt(index),
      counts: counts.slice(-points),
      before: counts.slice(-2 * points, -points),
    }));
    const ends = { first: format.periodShort(first), last: format.periodShort(last) };
    const picture = await this.pictureOf(shown, lines);
    if (signal.aborted) return;
    this.figure.show({
      subtitle: [text(`trend.subtitle.${step}`, ends), placeOf(this.context, selection)].join(' · '),
      picture: picture(this.figure.width),
      label: text('trend.label', { latest: this.latestOf(lines, last) }),
      notes: isOver(last) ? [] : [text('trend.incomplete', { period: format.period(last) })],
      table: {
        columns: [
          { label: text('column.period') },
          ...lines.flatMap(({ name }) => [
            { label: name, numeric: true },
            { label: text('column.yearBefore', { pathology: name }), numeric: true },
          ]),
        ],
        rows: shown.map((period, index) => [
          format.period(period),
          ...lines.flatMap(({ counts, before }) =>
            [counts[index] ?? 0, before[index] ?? 0].map((count) => format.number(count)),
          ),
        ]),
      },
      exportOf: exportAddress('trend', {
        ...rangeOf(selection),
        ...countryOf(selection),
        pathologies: lines.map(({ name }) => name),
      }),
      save: {
        draw: () => Promise.resolve(picture(900)),
      },
    });
  }

  /** @returns what draws the lines at a width */
  private async pictureOf(
    periods: readonly NamedPeriod[],
    series: readonly TrendSeries[],
  ): Promise<(width: number) => SVGSVGElement> {
    const { format, direction } = this.context;
    const { trendPicture } = await loadPictures();
    return (width) => {
      const every = Math.ceil((periods.length * LABEL_WIDTH) / (width * AXIS_PART));
      const fromLast = (index: number): number => periods.length - 1 - index;
      const trend: Trend = {
        labels: periods.map((period, index) =>
          fromLast(index) % every === 0 ? format.periodShort(period) : '',
        ),
        series,
        lastOpen: periods.some((period) => !isOver(period)),
      };
      return trendPicture(trend, { width, direction, number: format.compactNumber });
    };
  }

  private latestOf(lines: readonly TrendSeries[], last: NamedPeriod): string {
    const { text, format } = this.context;
    return format.list(
      lines.map(({ name, counts, before }) =>
        text('trend.latest', {
          pathology: name,
          count: format.number(counts.at(-1) ?? 0),
          period: format.period(last),
          before: format.number(before.at(-1) ?? 0),
        }),
      ),
    );
  }
}

function styleAt(index: number): SeriesStyle {
  const style = SERIES[index % SERIES.length];
  if (!style) throw new RangeError('there is at least one style');
  return style;
}

/** Twice as long as the lines are, for the year before. */
function rangeOf(selection: Selection): { from: string; to: string } {
  const { period } = selection;
  const step = stepOf(selection);
  const last = counterpart(step, period);
  let first = last;
  for (let steps = 1; steps < 2 * POINTS[step]; steps += 1) first = previousPeriod(first);
  return { from: first.name, to: last.name };
}
