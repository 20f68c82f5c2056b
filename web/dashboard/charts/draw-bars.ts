import { axisY, barX, text, tickX } from '@observablehq/plot';
import type { Bar } from './bar-list';
import { drawPlot } from './draw-plot';

/** All sizes are in pixels. */
const WIDTH = 900;
const ROW_HEIGHT = 26;
const NAMES_WIDTH = 300;
const VALUES_WIDTH = 130;

/** Draws a bar list as one picture, which can be saved as a file. */
export function drawBars(bars: readonly Bar[], direction: 'ltr' | 'rtl'): SVGSVGElement {
  const rtl = direction === 'rtl';
  return drawPlot({
    width: WIDTH,
    height: bars.length * ROW_HEIGHT + 8,
    marginTop: 4,
    marginBottom: 4,
    marginLeft: rtl ? VALUES_WIDTH : NAMES_WIDTH,
    marginRight: rtl ? NAMES_WIDTH : VALUES_WIDTH,
    x: { axis: null, reverse: rtl },
    y: { domain: bars.map(({ name }) => name), padding: 0.3 },
    marks: [
      axisY({ anchor: rtl ? 'right' : 'left', label: null, tickSize: 0, fontSize: 13 }),
      barX(bars, { x: 'value', y: 'name', fill: (bar: Bar) => bar.style?.color ?? 'var(--bar)' }),
      tickX(
        bars.filter(({ mark }) => mark !== undefined),
        { x: 'mark', y: 'name', stroke: 'var(--ink)', strokeWidth: 2.5 },
      ),
      text(bars, {
        x: ({ value, mark = 0 }: Bar) => Math.max(value, mark),
        y: 'name',
        text: ({ text: value, cells }: Bar) => [value, ...(cells?.slice(1, 2) ?? [])].join(' · '),
        textAnchor: rtl ? 'end' : 'start',
        dx: rtl ? -6 : 6,
        fontSize: 13,
      }),
    ],
  });
}
