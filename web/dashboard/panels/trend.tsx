import { type NamedPeriod, countPeriods, parsePeriod } from '../../../src/shared/period';
import type { Trend, TrendSeries } from '../charts/draw-trend';
import { styleAt } from '../charts/series';
import { TrendPicture } from '../charts/trend-picture';
import { type Describe, FigurePanel } from '../page/figure-panel';
import { exportUrl } from '../queries/export-url';
import { YEAR_POINTS, countryTrendInput, trendInput, trendSpan } from '../queries/inputs';
import type { TrendData } from '../queries/queries';
import { type Selection, getTrendStep, hasEnded, lineSlots } from '../selection';
import { useDashboard, usePage } from '../state/dashboard-context';
import type { DrawingCode } from '../state/drawing';
import { type Page, selectedCountryName } from '../state/page';
import { TrendControls, TrendLegend } from './trend-controls';

/** The width of one label under the axis, in CSS pixels. */
const LABEL_WIDTH = 80;

/** The axis's share of the picture's width; the rest is for names and numbers. */
const AXIS_SHARE = 0.7;

/** The width of the picture in a file. */
const FILE_WIDTH = 900;

/** The counts of some pathologies, or of one in several countries. One year is compared with the year before. */
export function TrendPanel() {
  return (
    <FigurePanel
      id="trend"
      query={useDashboard().figures.trend}
      describe={describe}
      isPlot
      emptyText={usePage().text('trend.none')}
      tools={<TrendControls />}
      legend={<TrendLegend />}
    />
  );
}

/** A line of cases, or of rates. */
interface Line extends TrendSeries {
  readonly id: string;
  /** The cases also if the line has rates. */
  readonly cases: readonly number[];
  readonly casesBefore: readonly number[];
  /** The last number of the year before. */
  readonly lastBefore: number;
}

const describe: Describe<TrendData> = (page, data, selection) => {
  const { text, format } = page;
  const step = getTrendStep(selection);
  const { isCompared } = trendSpan(selection);
  const periods = data.periods.slice(-countPoints(selection)).flatMap((name) => parsePeriod(name) ?? []);
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) return text('trend.none');
  const areRates = selection.rates && data.lines.every(({ rates }) => rates.every((rate) => rate !== null));
  const lines = listLines(page, data, { ...selection, rates: areRates });
  if (lines.length === 0) return text('trend.none');
  const formatValue = areRates ? format.rate : format.number;
  const populationYear = data.populationYears.at(-1);
  const ends = { first: format.periodShort(first), last: format.periodShort(last) };
  const names = periods.map(format.period);
  const number = { numeric: true, format: format.number };
  const draw = drawLines(page, periods, { series: lines, areRates });
  return {
    subtitle: [
      data.pathology?.name ?? selectedCountryName(page, selection),
      text(`trend.subtitle.${step}`, ends),
      ...(areRates ? [text('column.rate')] : []),
      ...(isCompared ? [text('trend.dashed')] : []),
    ].join(' · '),
    picture: (
      <TrendPicture
        key={`${ends.first} ${ends.last}`}
        draw={draw}
        periods={names}
        lines={lines.map((line) => ({ ...line, values: line.counts.map(formatValue) }))}
      />
    ),
    label: text('trend.label', { latest: describeLatest(page, lines, { last, formatValue }) }),
    notes: [
      ...(hasEnded(last) ? [] : [text('trend.incomplete', { period: format.period(last) })]),
      ...(selection.rates && !areRates ? [text('figure.noRates')] : []),
      ...(areRates ? [text('figure.population', { year: String(populationYear) })] : []),
    ],
    table: {
      columns: [
        { label: text('column.period'), format: (index) => names[index] ?? '' },
        ...lines.flatMap(({ name }) => [
          { label: name, ...number },
          ...(isCompared ? [{ label: text('column.yearBefore', { pathology: name }), ...number }] : []),
          ...(areRates
            ? [{ label: `${name}, ${text('column.rate')}`, numeric: true, format: format.rate }]
            : []),
        ]),
      ],
      rows: names.map((_, index) => [
        index,
        ...lines.flatMap(({ cases, counts, casesBefore }) => [
          cases[index] ?? 0,
          ...(isCompared ? [casesBefore[index] ?? 0] : []),
          ...(areRates ? [counts[index] ?? 0] : []),
        ]),
      ]),
    },
    exportUrlOf:
      data.pathology === undefined
        ? exportUrl(
            'trend',
            trendInput(
              selection,
              lines.map(({ id }) => id),
            ),
          )
        : exportUrl('country-trend', countryTrendInput(selection, data.pathology.id)),
    save: { draw: (code) => draw(code, FILE_WIDTH) },
  };
};

function countPoints(selection: Selection): number {
  const { first, last } = trendSpan(selection);
  return countPeriods(first, last);
}

/** Returns the lines that the account may see. */
function listLines({ format }: Page, data: TrendData, selection: Selection): Line[] {
  const year = YEAR_POINTS[getTrendStep(selection)];
  const points = countPoints(selection);
  const { isCompared } = trendSpan(selection);
  const slots = lineSlots(
    selection,
    data.lines.map(({ id }) => id),
  );
  return data.lines.flatMap(({ id, name, counts, rates }, index) => {
    if (counts === null) return [];
    const numbers = selection.rates ? rates.map((rate) => rate ?? 0) : counts;
    const beforeOf = (values: readonly number[]) => (isCompared ? values.slice(0, points) : []);
    return {
      id,
      name: name ?? format.country(id),
      style: styleAt(slots[index] ?? index),
      counts: numbers.slice(-points),
      before: beforeOf(numbers),
      cases: counts.slice(-points),
      casesBefore: beforeOf(counts),
      lastBefore: numbers.at(-1 - year) ?? 0,
    };
  });
}

/** Returns a function that draws the lines at a width in CSS pixels. */
function drawLines(
  { format, direction }: Page,
  periods: readonly NamedPeriod[],
  { series, areRates }: Pick<Trend, 'series' | 'areRates'>,
): (code: DrawingCode, width: number) => SVGSVGElement {
  return ({ drawTrend }, width) => {
    const pointsPerLabel = Math.ceil((periods.length * LABEL_WIDTH) / (width * AXIS_SHARE));
    const hasLabel = (index: number): boolean => (periods.length - 1 - index) % pointsPerLabel === 0;
    const trend = {
      labels: periods.map((period, index) => (hasLabel(index) ? format.periodShort(period) : '')),
      series,
      areRates,
      isLastIncomplete: periods.some((period) => !hasEnded(period)),
    };
    return drawTrend(trend, {
      width,
      direction,
      formatNumber: areRates ? format.rate : format.compactNumber,
    });
  };
}

function describeLatest(
  { text, format }: Page,
  lines: readonly Line[],
  { last, formatValue }: { last: NamedPeriod; formatValue: (value: number) => string },
): string {
  return format.list(
    lines.map(({ name, counts, lastBefore }) =>
      text('trend.latest', {
        pathology: name,
        count: formatValue(counts.at(-1) ?? 0),
        period: format.period(last),
        before: formatValue(lastBefore),
      }),
    ),
  );
}
