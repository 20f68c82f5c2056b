import type { Context } from '../page/context';
import type { Bar } from './bar-list';
import { loadDrawingChunk } from './load-drawing-chunk';

/** In pixels. */
const WIDTH = 900;

/** Draws a bar list for a file. */
export async function drawBarsForFile(
  bars: readonly Bar[],
  { direction, format }: Context,
): Promise<SVGSVGElement> {
  const { drawBars } = await loadDrawingChunk();
  return drawBars(bars, { width: WIDTH, direction, formatNumber: format.number });
}
