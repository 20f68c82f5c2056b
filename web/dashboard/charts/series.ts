/** Distinguishes a series by colour, and by a sign for readers who do not see the colour. */
export interface SeriesStyle {
  /** A reference to a custom property of the style sheet. */
  readonly color: string;
  /** The corners of the sign; coordinates from about -1 to 1, with the centre at 0. */
  readonly sign: readonly (readonly [x: number, y: number])[];
}

/** Hues by Okabe and Ito (Color Universal Design, 2008), with lightness chosen so that no two are alike for colour-blind readers. */
export const SERIES: readonly SeriesStyle[] = [
  { color: 'var(--series-1)', sign: polygon(24, 0, 0.85) },
  { color: 'var(--series-2)', sign: polygon(3, -90, 1.1) },
  { color: 'var(--series-3)', sign: polygon(4, -45, 1.05) },
  { color: 'var(--series-4)', sign: polygon(4, 0, 1.15) },
  { color: 'var(--series-5)', sign: polygon(3, 90, 1.1) },
  { color: 'var(--series-6)', sign: cross(0.38, 1) },
];

export function styleAt(index: number): SeriesStyle {
  const style = SERIES[index % SERIES.length];
  if (!style) throw new RangeError('there is at least one style');
  return style;
}

/** Returns the SVG path of a sign, centred at 0. */
export function signPath({ sign }: SeriesStyle, radius: number): string {
  return `M${sign.map(([x, y]) => `${(x * radius).toFixed(2)},${(y * radius).toFixed(2)}`).join('L')}Z`;
}

/** @param startAngle of the first corner, in degrees clockwise from the right */
function polygon(corners: number, startAngle: number, radius: number): (readonly [number, number])[] {
  return Array.from({ length: corners }, (_, index) => {
    const angle = ((startAngle + (360 * index) / corners) * Math.PI) / 180;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
}

function cross(halfWidth: number, armLength: number): (readonly [number, number])[] {
  const arm = [
    [halfWidth, halfWidth],
    [halfWidth, armLength],
    [-halfWidth, armLength],
  ] as const;
  const rotate = ([x, y]: readonly [number, number], quarterTurns: number): readonly [number, number] =>
    quarterTurns === 0 ? [x, y] : rotate([-y, x], quarterTurns - 1);
  return [0, 1, 2, 3].flatMap((quarterTurns) => arm.map((corner) => rotate(corner, quarterTurns)));
}
