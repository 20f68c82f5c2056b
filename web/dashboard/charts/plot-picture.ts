import { type PlotOptions, plot } from '@observablehq/plot';

/** What a picture is drawn for. */
export interface Frame {
  /** In CSS pixels. */
  readonly width: number;
  readonly direction: 'ltr' | 'rtl';
  readonly number: (value: number) => string;
}

/**
 * Draws without the style element that Plot adds, which the security policy refuses; its rules are in the style sheet.
 * The picture is described where it is used.
 */
export function plotPicture(options: PlotOptions): SVGSVGElement {
  const drawn = plot({ ...options, className: 'plot', figure: false });
  if (!(drawn instanceof SVGSVGElement)) throw new TypeError('a plot without a legend is an SVG element');
  drawn.querySelector(':scope > style')?.remove();
  drawn.setAttribute('aria-hidden', 'true');
  return drawn;
}
