import { dot, geo } from '@observablehq/plot';
import { AFRICA_PROJECTION, type AfricaMap } from '../map/africa';
import { type Frame, drawPlot } from './draw-plot';
import { addHatching } from './hatched';

export interface MapStyle {
  readonly colorOf: (code: string) => string;
  /** Returns the tooltip of a country. */
  readonly titleOf: (code: string) => string;
  /** The code of the outlined country. */
  readonly selected: string | null;
}

/** Draws Africa with each country in its colour, and its code as a label. Island states also have a circle, because they are hardly visible. */
export function drawMap(
  { countries, symbols }: AfricaMap,
  { colorOf, titleOf, selected }: MapStyle,
  frame: Pick<Frame, 'width'>,
): SVGSVGElement {
  type Country = (typeof countries.features)[number];
  const islands = [...symbols].map(([code, [longitude, latitude]]) => ({ code, longitude, latitude }));
  const codeOf = ({ properties }: Country): string => properties.code;
  const svg = drawPlot({
    width: frame.width,
    height: Math.round(frame.width * 1.02),
    margin: 0,
    projection: { ...AFRICA_PROJECTION, domain: countries, inset: 8 },
    marks: [
      geo(countries.features, {
        fill: (country: Country) => colorOf(codeOf(country)),
        stroke: 'var(--surface)',
        strokeWidth: 0.8,
        title: (country: Country) => titleOf(codeOf(country)),
        ariaLabel: codeOf,
      }),
      dot(islands, {
        x: 'longitude',
        y: 'latitude',
        r: 5,
        fill: ({ code }: { code: string }) => colorOf(code),
        stroke: 'var(--line-strong)',
        title: ({ code }: { code: string }) => titleOf(code),
        ariaLabel: 'code',
      }),
      geo(
        countries.features.filter((country) => codeOf(country) === selected),
        { stroke: 'var(--ink)', strokeWidth: 2, pointerEvents: 'none' },
      ),
    ],
  });
  addHatching(svg);
  return svg;
}
