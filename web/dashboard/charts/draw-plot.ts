import { type PlotOptions, plot } from '@observablehq/plot';

export interface Frame {
  /** In CSS pixels. */
  readonly width: number;
  readonly direction: 'ltr' | 'rtl';
  readonly formatNumber: (value: number) => string;
}

/**
 * Draws a plot without the style element that Plot adds: the content security policy forbids it, and `plot.css` replaces
 * it. Hidden from screen readers; the figure has a label.
 */
export function drawPlot(options: PlotOptions): SVGSVGElement {
  const svg = plot({ ...options, className: 'plot', figure: false });
  if (!(svg instanceof SVGSVGElement)) throw new TypeError('a plot without a legend is an SVG element');
  svg.querySelector(':scope > style')?.remove();
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}
