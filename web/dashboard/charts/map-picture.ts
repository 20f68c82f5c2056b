import { dot, geo } from '@observablehq/plot';
import { AFRICA_PROJECTION, type AfricaMap } from '../map/africa';
import { type Frame, plotPicture } from './plot-picture';

export interface MapColors {
  /** The colour of a country's area. */
  readonly colorOf: (code: string) => string;
  /** What a pointer that rests on a country is told. */
  readonly titleOf: (code: string) => string;
  /** The country that is chosen, if any. */
  readonly chosen: string | null;
}

/** Africa, each country in the colour of its class; the island states as circles too, being hardly visible. */
export function mapPicture(
  { countries, symbols }: AfricaMap,
  { colorOf, titleOf, chosen }: MapColors,
  frame: Pick<Frame, 'width'>,
): SVGSVGElement {
  type Country = (typeof countries.features)[number];
  const islands = [...symbols].map(([code, [longitude, latitude]]) => ({ code, longitude, latitude }));
  const codeOf = ({ properties }: Country): string => properties.code;
  return plotPicture({
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
      }),
      dot(islands, {
        x: 'longitude',
        y: 'latitude',
        r: 5,
        fill: ({ code }: { code: string }) => colorOf(code),
        stroke: 'var(--line-strong)',
        title: ({ code }: { code: string }) => titleOf(code),
      }),
      geo(
        countries.features.filter((country) => codeOf(country) === chosen),
        { stroke: 'var(--ink)', strokeWidth: 2 },
      ),
    ],
  });
}
