import { axisY, barX, text } from '@observablehq/plot';
import type { Bar } from './bar-list';
import { type Frame, drawPlot } from './draw-plot';

const ROW_HEIGHT = 26;
const NAMES_WIDTH = 300;

/** Draws a bar list as one picture, which can be saved as a file. */
export function drawBars(bars: readonly Bar[], { width, direction }: Frame): SVGSVGElement {
  const rtl = direction === 'rtl';
  return drawPlot({
    width,
    height: bars.length * ROW_HEIGHT + 8,
    marginTop: 4,
    marginBottom: 4,
    marginLeft: rtl ? 70 : NAMES_WIDTH,
    marginRight: rtl ? NAMES_WIDTH : 70,
    x: { axis: null, reverse: rtl },
    y: { domain: bars.map(({ name }) => name), padding: 0.3 },
    marks: [
      axisY({ anchor: rtl ? 'right' : 'left', label: null, tickSize: 0, fontSize: 13 }),
      barX(bars, { x: 'value', y: 'name', fill: (bar: Bar) => bar.style?.color ?? 'var(--bar)' }),
      text(bars, {
        x: 'value',
        y: 'name',
        text: 'text',
        textAnchor: rtl ? 'end' : 'start',
        dx: rtl ? -6 : 6,
        fontSize: 13,
      }),
    ],
  });
}
