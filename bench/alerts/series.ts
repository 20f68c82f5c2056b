import { below, poisson, type Random } from '../../dev/demo/random';

/** Weeks of an invented series: three years of history, and two in which alerts are evaluated. */
export const HISTORY_WEEKS = 156;
export const EVALUATED_WEEKS = 104;

/** An invented series by week, and when there really was an outbreak. */
export interface InventedSeries {
  readonly icd10: string;
  readonly counts: readonly (number | null)[];
  readonly outbreaks: readonly TrueOutbreak[];
}

/** The first week of an outbreak, and the one after its last. */
export interface TrueOutbreak {
  readonly onset: number;
  readonly end: number;
}

/** What an outbreak adds at each of its weeks, in relation to its height. */
const SHAPES: readonly (readonly number[])[] = [
  // A common source: it is there at once and gone soon.
  [0.7, 1, 0.5, 0.2],
  // From person to person.
  [0.12, 0.25, 0.5, 0.8, 1, 0.95, 0.75, 0.5, 0.3, 0.15],
  // Slowly, for months.
  [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 0.9, 0.8, 0.6, 0.4, 0.2],
];

/** How a disease behaves where there is no outbreak. */
export interface Scenario {
  readonly name: string;
  readonly icd10: string;
  /** Mean cases in a week. */
  readonly usual: (week: number, phase: number) => number;
  /** Dispersion of the negative binomial: the smaller, the more weeks differ beyond chance. */
  readonly dispersion: number;
  /** Heights of outbreaks, small to large: cases in relation to the usual, or in all where that is almost none. */
  readonly heights: readonly number[];
  readonly heightsAre: 'times' | 'cases';
  /** Whether reports fail to come, in part or in all, for some weeks. */
  readonly gaps?: boolean;
}

/** Draws a series: every second one has an outbreak in each evaluated year, the others have none. */
export function draw(scenario: Scenario, random: Random, { withOutbreaks }: { withOutbreaks: boolean }) {
  const phase = below(random, 52);
  const outbreaks: TrueOutbreak[] = [];
  const means = Array.from({ length: HISTORY_WEEKS + EVALUATED_WEEKS }, (_, week) =>
    scenario.usual(week, phase),
  );
  const counts: (number | null)[] = means.map((mean) => negativeBinomial(random, mean, scenario.dispersion));
  const unit = scenario.heightsAre === 'times' ? averageOf(means) : 1;
  for (let year = 0; withOutbreaks && year < EVALUATED_WEEKS / 52; year += 1) {
    const shape = SHAPES[below(random, SHAPES.length)] ?? [];
    const height = unit * (scenario.heights[below(random, scenario.heights.length)] ?? 0);
    const start = HISTORY_WEEKS + year * 52 + 4 + below(random, 30);
    const added = shape.map((part) => negativeBinomial(random, part * height, scenario.dispersion));
    for (const [index, cases] of added.entries())
      counts[start + index] = (counts[start + index] ?? 0) + cases;
    // It began with its first case, and was none without any.
    const first = added.findIndex((cases) => cases > 0);
    if (first !== -1) outbreaks.push({ onset: start + first, end: start + shape.length });
  }
  if (scenario.gaps) leaveGaps(counts, random);
  return { icd10: scenario.icd10, counts, outbreaks } satisfies InventedSeries;
}

/** Three times in the series: nothing is reported for some weeks, or only a third. */
function leaveGaps(counts: (number | null)[], random: Random): void {
  for (let gap = 0; gap < 3; gap += 1) {
    const start = below(random, counts.length - 8);
    const whole = random() < 0.5;
    for (let week = start; week < start + 2 + below(random, 6); week += 1) {
      const count = counts[week];
      if (typeof count === 'number') counts[week] = whole ? null : Math.round(count / 3);
    }
  }
}

/** Poisson counts whose mean is itself drawn from a gamma distribution: their variance is mean + mean² / dispersion. */
function negativeBinomial(random: Random, mean: number, dispersion: number): number {
  if (mean === 0) return 0;
  return poisson(random, (mean * gamma(random, dispersion)) / dispersion);
}

/** Marsaglia and Tsang's method, for shapes from 1 up. */
function gamma(random: Random, shape: number): number {
  const d = shape - 1 / 3;
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

function averageOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
