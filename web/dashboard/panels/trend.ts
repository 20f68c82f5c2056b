import { type NamedPeriod, parsePeriod, previousPeriod } from '../../../src/shared/period';
import { type DataOf, queries } from '../queries/queries';
import { loadDrawingChunk } from '../charts/load-drawing-chunk';
import { SERIES, type SeriesStyle, signElement } from '../charts/series';
import type { Trend, TrendSeries } from '../charts/draw-trend';
import { button, element } from '../../shared/element';
import { type Context, type View, countryInput, selectedCountryName } from '../page/context';
import { exportUrl } from '../page/exports';
import { Figure } from '../page/figure';
import {
  type Selection,
  TREND_STEPS,
  type TrendStep,
  convertPeriod,
  hasEnded,
  getTrendStep,
} from '../selection';

/** The number of points of a line: one year. */
const POINT_COUNTS: Readonly<Record<TrendStep, number>> = { month: 12, week: 52 };

/** The width of one label under the axis, in CSS pixels. */
const LABEL_WIDTH = 80;

/** The axis's share of the picture's width; the rest is for names and numbers. */
const AXIS_SHARE = 0.7;

/** The counts of the selected pathologies over a year, compared with the year before. */
export class TrendPanel {
  readonly figure: Figure;
  private readonly steps = element('fieldset', { className: 'segments' });
  private readonly legend = element('ul', { className: 'legend' });
  private controller: AbortController | undefined;
  /** The names in the legend, as JSON. */
  private drawnNames = '';

  constructor(private readonly context: Context) {
    this.figure = new Figure(context, {
      id: 'trend',
      title: context.text('trend.title'),
      tools: [this.steps],
    });
    this.figure.node.querySelector('header')?.after(this.legend);
    this.legend.setAttribute('aria-label', context.text('trend.chosen'));
  }

  /** @param names the pathologies to show, in the order of the legend */
  async show({ selection, signal }: View, names: readonly string[]): Promise<void> {
    this.controller?.abort();
    const controller = new AbortController();
    this.controller = controller;
    signal.addEventListener('abort', () => {
      controller.abort();
    });
    this.showSteps(selection);
    this.showLegend(names);
    if (names.length === 0) {
      this.figure.showMessage(this.context.text('trend.none'));
      return;
    }
    const range = rangeOf(selection);
    const query = queries.pathologyTrend({ pathologies: [...names], ...range, ...countryInput(selection) });
    const view = { selection, signal: controller.signal };
    await this.figure.subscribe(query, view, {
      draw: (data) => {
        void this.figure.drawWithRetry(controller.signal, () => this.draw(view, data));
      },
    });
  }

  /** Shows that the most frequent pathologies are still loading. */
  showLoading({ selection }: View): void {
    this.controller?.abort();
    this.showSteps(selection);
    this.figure.showLoading();
  }

  /** @param message why the most frequent pathologies could not be loaded */
  showMessage(message: string): void {
    this.controller?.abort();
    this.showLegend([]);
    this.figure.showMessage(message);
  }

  private showSteps(selection: Selection): void {
    const { text, changeSelection } = this.context;
    const current = getTrendStep(selection);
    if (this.steps.querySelector<HTMLInputElement>('input:checked')?.value === current) return;
    const choices = TREND_STEPS.map((step) => {
      const input = element('input', { type: 'radio', name: 'by', value: step, checked: step === current });
      input.addEventListener('change', () => {
        changeSelection({ step });
      });
      return element('label', {}, input, element('span', {}, text(`trend.step.${step}`)));
    });
    const hasFocus = this.steps.contains(document.activeElement);
    this.steps.replaceChildren(
      element('legend', { className: 'visually-hidden', textContent: text('trend.step') }),
      ...choices,
    );
    if (hasFocus) this.steps.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true });
  }

  private showLegend(names: readonly string[]): void {
    const { text, changeSelection } = this.context;
    const newNames = JSON.stringify(names);
    if (newNames === this.drawnNames) return;
    this.drawnNames = newNames;
    const focusedId = this.legend.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const entries = names.map((name, index) => {
      const remove = button(['×'], () => {
        changeSelection({ pathologies: names.filter((one) => one !== name) });
        // The button is removed, so the focus moves to the next one, or else to the previous one.
        const buttons = this.legend.querySelectorAll('button');
        (buttons[index] ?? buttons[index - 1])?.focus();
      });
      remove.id = `remove-${encodeURIComponent(name)}`;
      remove.ariaLabel = text('trend.remove', { pathology: name });
      return element('li', {}, signElement(styleAt(index)), element('bdi', {}, name), remove);
    });
    this.legend.replaceChildren(...entries);
    if (focusedId !== undefined) document.getElementById(focusedId)?.focus({ preventScroll: true });
  }

  private async draw(
    { selection, signal }: View,
    { periods, series }: DataOf<'pathologyTrend'>,
  ): Promise<void> {
    const { text, format } = this.context;
    const step = getTrendStep(selection);
    const pointCount = POINT_COUNTS[step];
    const lastYear = periods.slice(-pointCount).flatMap((name) => parsePeriod(name) ?? []);
    const [first, last] = [lastYear[0], lastYear.at(-1)];
    if (!first || !last) return;
    const lines = series.map(({ name, counts }, index): TrendSeries => ({
      name,
      style: styleAt(index),
      counts: counts.slice(-pointCount),
      before: counts.slice(-2 * pointCount, -pointCount),
    }));
    const ends = { first: format.periodShort(first), last: format.periodShort(last) };
    const drawPicture = await this.loadPicture(lastYear, lines);
    if (signal.aborted) return;
    this.figure.show({
      subtitle: [text(`trend.subtitle.${step}`, ends), selectedCountryName(this.context, selection)].join(
        ' · ',
      ),
      picture: drawPicture(this.figure.width),
      label: text('trend.label', { latest: this.describeLatest(lines, last) }),
      notes: hasEnded(last) ? [] : [text('trend.incomplete', { period: format.period(last) })],
      table: {
        columns: [
          { label: text('column.period') },
          ...lines.flatMap(({ name }) => [
            { label: name, numeric: true },
            { label: text('column.yearBefore', { pathology: name }), numeric: true },
          ]),
        ],
        rows: lastYear.map((period, index) => [
          format.period(period),
          ...lines.flatMap(({ counts, before }) =>
            [counts[index] ?? 0, before[index] ?? 0].map((count) => format.number(count)),
          ),
        ]),
      },
      exportUrlOf: exportUrl('trend', {
        ...rangeOf(selection),
        ...countryInput(selection),
        pathologies: lines.map(({ name }) => name),
      }),
      save: {
        draw: () => Promise.resolve(drawPicture(900)),
      },
    });
  }

  /** Loads the drawing code. @returns a function that draws the lines at a width in CSS pixels */
  private async loadPicture(
    periods: readonly NamedPeriod[],
    series: readonly TrendSeries[],
  ): Promise<(width: number) => SVGSVGElement> {
    const { format, direction } = this.context;
    const { drawTrend } = await loadDrawingChunk();
    return (width) => {
      const pointsPerLabel = Math.ceil((periods.length * LABEL_WIDTH) / (width * AXIS_SHARE));
      const hasLabel = (index: number): boolean => (periods.length - 1 - index) % pointsPerLabel === 0;
      const trend: Trend = {
        labels: periods.map((period, index) => (hasLabel(index) ? format.periodShort(period) : '')),
        series,
        isLastIncomplete: periods.some((period) => !hasEnded(period)),
      };
      return drawTrend(trend, { width, direction, formatNumber: format.compactNumber });
    };
  }

  private describeLatest(lines: readonly TrendSeries[], last: NamedPeriod): string {
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

/** Returns the first and last period of the lines and of the year before. */
function rangeOf(selection: Selection): { from: string; to: string } {
  const step = getTrendStep(selection);
  const last = convertPeriod(step, selection.period);
  let first = last;
  for (let steps = 1; steps < 2 * POINT_COUNTS[step]; steps += 1) first = previousPeriod(first);
  return { from: first.name, to: last.name };
}
