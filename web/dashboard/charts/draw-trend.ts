import { type Markish, axisX, axisY, gridY, line, ruleY, text } from '@observablehq/plot';
import { type Frame, drawPlot } from './draw-plot';
import { type SeriesStyle, signPath } from './series';

export interface TrendSeries {
  readonly name: string;
  readonly style: SeriesStyle;
  readonly counts: readonly number[];
  /** The counts of the year before. */
  readonly before: readonly number[];
}

export interface Trend {
  /** One per point; empty for points without a label. */
  readonly labels: readonly string[];
  readonly series: readonly TrendSeries[];
  /** Whether the numbers are rates, which may all be below 1. */
  readonly areRates: boolean;
  /** Whether the period of the last point is not over. */
  readonly isLastIncomplete: boolean;
}

interface Point {
  readonly index: number;
  readonly count: number;
}

/** In CSS pixels, like all sizes here. */
const HEIGHTS = { wide: 430, narrow: 300 };
const NAME_GAP = 15;

/** A narrower picture has no names beside its lines; the legend has them too. */
const MIN_WIDTH_WITH_NAMES = 500;
const MAX_NAME_LENGTH = 24;

/** The number of large signs on a line. */
const SIGNS_PER_LINE = 13;

/** Draws lines with signs and names; the year before is behind them, thinner and dashed. */
export function drawTrend(
  { labels, series, areRates, isLastIncomplete }: Trend,
  frame: Frame,
): SVGSVGElement {
  const hasNames = frame.width >= MIN_WIDTH_WITH_NAMES;
  const rtl = frame.direction === 'rtl';
  const highest = Math.max(0, ...series.flatMap(({ counts, before }) => [...counts, ...before]));
  const maxCount = areRates ? highest || 1 : Math.max(4, highest);
  const last = labels.length - 1;
  const digits = Math.max(...[1, 0.8, 0.6].map((part) => frame.formatNumber(maxCount * part).length));
  const [axisMargin, nameMargin] = [
    20 + 8 * (areRates ? digits : frame.formatNumber(maxCount).length),
    hasNames ? 176 : 16,
  ];
  const margins = { top: 14, bottom: 34 };
  const height = hasNames ? HEIGHTS.wide : HEIGHTS.narrow;
  const axisMax = maxCount * 1.06;
  const yOf = (count: number): number =>
    margins.top + (1 - count / axisMax) * (height - margins.top - margins.bottom);
  const nameYs = spread(
    series.map(({ counts }) => yOf(counts[last] ?? 0)),
    height - margins.bottom,
  );
  const sides = { left: rtl ? nameMargin : axisMargin, right: rtl ? axisMargin : nameMargin };
  const svg = drawPlot({
    width: frame.width,
    height,
    marginTop: margins.top,
    marginBottom: margins.bottom,
    marginLeft: sides.left,
    marginRight: sides.right,
    x: { domain: [0, last], reverse: rtl },
    y: { domain: [0, axisMax] },
    marks: [
      gridY({ ticks: 5, stroke: 'var(--line)', strokeOpacity: 1 }),
      axisY({
        ticks: 5,
        anchor: rtl ? 'right' : 'left',
        tickSize: 0,
        tickFormat: frame.formatNumber,
        label: null,
        fontSize: 12,
      }),
      axisX(
        labels.flatMap((label, index) => (label === '' ? [] : [index])),
        { tickFormat: (index: number) => labels[index] ?? '', label: null, tickSize: 4, fontSize: 12 },
      ),
      ruleY([0], { stroke: 'var(--line-strong)' }),
      ...series.map(({ before, style }) =>
        line(pointsOf(before), {
          x: 'index',
          y: 'count',
          stroke: style.color,
          strokeWidth: 1.25,
          strokeDasharray: '5 4',
        }),
      ),
      ...series.flatMap((one): Markish[] => [
        line(pointsOf(one.counts), { x: 'index', y: 'count', stroke: one.style.color, strokeWidth: 2.25 }),
        signs(one, isLastIncomplete),
      ]),
      ...(hasNames
        ? series.map(({ name }, index) =>
            text([name], {
              x: last,
              y: series[index]?.counts[last] ?? 0,
              dx: rtl ? -12 : 12,
              dy: (nameYs[index] ?? 0) - yOf(series[index]?.counts[last] ?? 0),
              textAnchor: rtl ? 'end' : 'start',
              text: () => shorten(name),
              fontSize: 12.5,
              fill: 'var(--ink)',
            }),
          )
        : []),
    ],
  });
  // For `TrendPicture`: the x coordinates of the axis.
  svg.dataset.from = String(sides.left);
  svg.dataset.to = String(frame.width - sides.right);
  return svg;
}

function pointsOf(counts: readonly number[]): Point[] {
  return counts.map((count, index) => ({ index, count }));
}

/** Marks the points with the series' sign, most of them small if there are many. A sign is hollow if its period is not over. */
function signs({ counts, style }: TrendSeries, isLastIncomplete: boolean): Markish {
  const last = counts.length - 1;
  const pointsPerSign = Math.ceil(counts.length / SIGNS_PER_LINE);
  // Points of several years of weeks are closer together than small signs are wide.
  const smallRadius = counts.length > 60 ? 1.8 : 3;
  return (_index, { x, y }) => {
    const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    for (const { index, count } of pointsOf(counts)) {
      if (!x || !y) continue;
      const isLarge = (last - index) % pointsPerSign === 0;
      const radius = isLarge ? 4.5 : smallRadius;
      const isHollow = isLastIncomplete && index === last;
      const sign = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      sign.setAttribute('d', signPath(style, radius));
      sign.setAttribute('transform', `translate(${String(x(index))},${String(y(count))})`);
      sign.setAttribute('fill', isHollow ? 'var(--surface)' : style.color);
      sign.setAttribute('stroke', isHollow ? style.color : 'var(--surface)');
      sign.setAttribute('stroke-width', isHollow ? '1.75' : isLarge ? '1' : '0');
      group.append(sign);
    }
    return group;
  };
}

/** Moves the y coordinates of names apart, so that the names do not overlap. */
function spread(ys: readonly number[], maxY: number): number[] {
  const names = ys.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  let minimum = 8;
  for (const name of names) {
    name.y = Math.max(name.y, minimum);
    minimum = name.y + NAME_GAP;
  }
  let maximum = maxY;
  for (const name of names.toReversed()) {
    name.y = Math.min(name.y, maximum);
    maximum = name.y - NAME_GAP;
  }
  return ys.map((y, index) => names.find((name) => name.index === index)?.y ?? y);
}

function shorten(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1).trimEnd()}…` : name;
}
