/** How one of several pathologies is told from the others: by colour, and by a sign where there is no colour. */
export interface SeriesStyle {
  /** A custom property of the style sheet. */
  readonly color: string;
  /** The corners of its sign in a square of side 2 around the middle. */
  readonly sign: readonly (readonly [x: number, y: number])[];
}

/**
 * Colours after Okabe and Ito (Color Universal Design, 2008), some of them darker so that they stand out from white by
 * 4.5 to 1; in the order in which they are given out.
 */
export const SERIES: readonly SeriesStyle[] = [
  { color: 'var(--series-1)', sign: polygon(24, 0, 0.85) },
  { color: 'var(--series-2)', sign: polygon(3, -90, 1.1) },
  { color: 'var(--series-3)', sign: polygon(4, -45, 1.05) },
  { color: 'var(--series-4)', sign: polygon(4, 0, 1.15) },
  { color: 'var(--series-5)', sign: polygon(3, 90, 1.1) },
  { color: 'var(--series-6)', sign: cross(0.38, 1) },
];

/** A sign by itself, as a legend shows it beside a name. */
export function signPath({ sign }: SeriesStyle, radius: number): string {
  return `M${sign.map(([x, y]) => `${(x * radius).toFixed(2)},${(y * radius).toFixed(2)}`).join('L')}Z`;
}

const SVG = 'http://www.w3.org/2000/svg';

export function signElement(style: SeriesStyle): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '-7 -7 14 14');
  svg.setAttribute('class', 'sign');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', signPath(style, 6));
  path.setAttribute('fill', style.color);
  svg.append(path);
  return svg;
}

/** @param start where the first corner is, in degrees clockwise from the right */
function polygon(corners: number, start: number, radius: number): (readonly [number, number])[] {
  return Array.from({ length: corners }, (_, index) => {
    const angle = ((start + (360 * index) / corners) * Math.PI) / 180;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
}

function cross(half: number, reach: number): (readonly [number, number])[] {
  const arm = [
    [half, half],
    [half, reach],
    [-half, reach],
  ] as const;
  const quarter = ([x, y]: readonly [number, number], turns: number): readonly [number, number] =>
    turns === 0 ? [x, y] : quarter([-y, x], turns - 1);
  return [0, 1, 2, 3].flatMap((turns) => arm.map((corner) => quarter(corner, turns)));
}
