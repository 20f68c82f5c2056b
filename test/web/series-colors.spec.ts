import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Linear RGB as seen without one kind of cones (Machado, Oliveira and Fernandes, 2009). */
const EYES: Readonly<Record<string, Matrix>> = {
  'full colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const XYZ_OF_WHITE: Matrix = [
  [0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047],
  [0.2126, 0.7152, 0.0722],
  [0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883],
];

/** The least distance of two colours in CIELAB (CIE76). 2.3 is just noticeable when both are side by side. */
const MIN_DISTANCE = 15;

const css = readFileSync(join(checkoutRoot, 'src/shared/styles/colors.css'), 'utf8');
const [light = '', dark = ''] = css.split('@media screen');

describe.each([
  ['light', light],
  ['dark', dark],
])('the colours of lines in the %s theme', (_theme, rules) => {
  const colorOf = (name: string): Triple => {
    const [, hex] = new RegExp(`--${name}: #([0-9a-f]{6})`).exec(rules) ?? [];
    if (hex === undefined) throw new Error(`there is no colour ${name}`);
    return [linear(hex.slice(0, 2)), linear(hex.slice(2, 4)), linear(hex.slice(4))];
  };
  const series = [1, 2, 3, 4, 5, 6].map((number) => colorOf(`series-${number}`));

  it.each(Object.entries(EYES))('differ with %s', (_name, eyes) => {
    const seen = series.map((color) => toLab(multiply(eyes, color)));
    const distances = seen.flatMap((one, index) =>
      seen
        .slice(index + 1)
        .map((other) => Math.hypot(...one.map((value, axis) => value - (other[axis] ?? 0)))),
    );
    expect(distances).toHaveLength(15);
    expect(Math.min(...distances)).toBeGreaterThan(MIN_DISTANCE);
  });

  it('have a contrast of at least 3:1 to the panels', () => {
    const luminanceOf = (color: Triple) => multiply(XYZ_OF_WHITE, color)[1];
    const surface = luminanceOf(colorOf('surface'));
    for (const color of series.map(luminanceOf))
      expect((Math.max(color, surface) + 0.05) / (Math.min(color, surface) + 0.05)).toBeGreaterThan(3);
  });
});

function linear(hex: string): number {
  const value = parseInt(hex, 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function multiply(matrix: Matrix, [x, y, z]: Triple): Triple {
  const row = ([a, b, c]: Triple) => Math.max(0, Math.min(1, a * x + b * y + c * z));
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

function toLab(color: Triple): Triple {
  const root = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const [x, y, z] = multiply(XYZ_OF_WHITE, color);
  return [116 * root(y) - 16, 500 * (root(x) - root(y)), 200 * (root(y) - root(z))];
}
