const SVG = 'http://www.w3.org/2000/svg';

const BAR_STEP = 10;
const BAR_WIDTH = 8;
const HEIGHT = 32;
/** A bar of 0 cases, which a week without a report does not have. */
const MIN_BAR_HEIGHT = 1;

interface SparklineWeek {
  /** Null: no bar. */
  readonly count: number | null;
  readonly isHighlighted: boolean;
}

interface SparklineOptions {
  readonly direction: 'ltr' | 'rtl';
  /** The text alternative. */
  readonly label: string;
}

/** Draws a small bar for each week. The content security policy forbids styles of its own; classes have them. */
export function drawSparkline(
  weeks: readonly SparklineWeek[],
  { direction, label }: SparklineOptions,
): SVGSVGElement {
  const width = weeks.length * BAR_STEP;
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
  svg.setAttribute('class', 'sparkline');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  const highest = Math.max(1, ...weeks.map(({ count }) => count ?? 0));
  for (const [index, { count, isHighlighted }] of weeks.entries()) {
    if (count === null) continue;
    const height = Math.max(MIN_BAR_HEIGHT, (HEIGHT * count) / highest);
    const start = index * BAR_STEP + (BAR_STEP - BAR_WIDTH) / 2;
    const bar = document.createElementNS(SVG, 'rect');
    bar.setAttribute('x', String(direction === 'rtl' ? width - start - BAR_WIDTH : start));
    bar.setAttribute('y', (HEIGHT - height).toFixed(1));
    bar.setAttribute('width', String(BAR_WIDTH));
    bar.setAttribute('height', height.toFixed(1));
    if (isHighlighted) bar.setAttribute('class', 'highlighted');
    svg.append(bar);
  }
  return svg;
}
