import { type Markish, axisX, axisY, gridY, line, ruleY, text } from '@observablehq/plot';
import { type Frame, plotPicture } from './plot-picture';
import { type SeriesStyle, signPath } from './series';

export interface TrendSeries {
  readonly name: string;
  readonly style: SeriesStyle;
  readonly counts: readonly number[];
  /** As many, of a year before. */
  readonly before: readonly number[];
}

export interface Trend {
  /** A label for each point, empty where it has none. */
  readonly labels: readonly string[];
  readonly series: readonly TrendSeries[];
  /** Whether the last point is of a period that is not over. */
  readonly lastOpen: boolean;
}

interface Point {
  readonly index: number;
  readonly count: number;
}

/** Of a wide picture, and of one that is as wide as a telephone. */
const HEIGHTS = { wide: 430, narrow: 300 };
const LABEL_GAP = 15;

/** Under this width the names beside the lines would take the place of the lines; the legend has them too. */
const NARROW = 560;
const LONGEST_NAME = 24;

/** Lines with their signs and names, and those of the year before behind them, thinner and dashed. */
export function trendPicture({ labels, series, lastOpen }: Trend, frame: Frame): SVGSVGElement {
  const named = frame.width >= NARROW;
  const rtl = frame.direction === 'rtl';
  const highest = Math.max(4, ...series.flatMap(({ counts, before }) => [...counts, ...before]));
  const last = labels.length - 1;
  const [axisMargin, nameMargin] = [20 + 8 * frame.number(highest).length, named ? 176 : 16];
  const margins = { top: 14, bottom: 34 };
  const total = named ? HEIGHTS.wide : HEIGHTS.narrow;
  const top = highest * 1.06;
  const height = (count: number): number =>
    margins.top + (1 - count / top) * (total - margins.top - margins.bottom);
  const names = spread(
    series.map(({ counts }) => height(counts[last] ?? 0)),
    total - margins.bottom,
  );
  return plotPicture({
    width: frame.width,
    height: total,
    marginTop: margins.top,
    marginBottom: margins.bottom,
    marginLeft: rtl ? nameMargin : axisMargin,
    marginRight: rtl ? axisMargin : nameMargin,
    x: { domain: [0, last], reverse: rtl },
    y: { domain: [0, top] },
    marks: [
      gridY({ ticks: 5, stroke: 'var(--line)', strokeOpacity: 1 }),
      axisY({
        ticks: 5,
        anchor: rtl ? 'right' : 'left',
        tickSize: 0,
        tickFormat: frame.number,
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
        signs(one, lastOpen),
      ]),
      ...(named
        ? series.map(({ name }, index) =>
            text([name], {
              x: last,
              y: series[index]?.counts[last] ?? 0,
              dx: rtl ? -12 : 12,
              dy: (names[index] ?? 0) - height(series[index]?.counts[last] ?? 0),
              textAnchor: rtl ? 'end' : 'start',
              text: () => shortened(name),
              fontSize: 12.5,
              fill: 'var(--ink)',
            }),
          )
        : []),
    ],
  });
}

function pointsOf(counts: readonly number[]): Point[] {
  return counts.map((count, index) => ({ index, count }));
}

/** The series' sign at its points, at every fourth where there are many; the last is hollow while its period goes on. */
function signs({ counts, style }: TrendSeries, lastOpen: boolean): Markish {
  const last = counts.length - 1;
  const every = counts.length > 20 ? 4 : 1;
  return (_index, { x, y }) => {
    const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    for (const { index, count } of pointsOf(counts)) {
      if ((last - index) % every !== 0 || !x || !y) continue;
      const open = lastOpen && index === last;
      const sign = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      sign.setAttribute('d', signPath(style, 4.5));
      sign.setAttribute('transform', `translate(${String(x(index))},${String(y(count))})`);
      sign.setAttribute('fill', open ? 'var(--surface)' : style.color);
      sign.setAttribute('stroke', open ? style.color : 'var(--surface)');
      sign.setAttribute('stroke-width', open ? '1.75' : '1');
      group.append(sign);
    }
    return group;
  };
}

/** Moves heights apart so that the names there do not cover one another. */
function spread(heights: readonly number[], lowest: number): number[] {
  const order = heights.map((at, index) => ({ at, index })).sort((one, other) => one.at - other.at);
  let free = 8;
  for (const one of order) {
    one.at = Math.max(one.at, free);
    free = one.at + LABEL_GAP;
  }
  let limit = lowest;
  for (const one of order.toReversed()) {
    one.at = Math.min(one.at, limit);
    limit = one.at - LABEL_GAP;
  }
  return heights.map((at, index) => order.find((one) => one.index === index)?.at ?? at);
}

function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…` : name;
}
