import { drawInteger, drawPoisson, type Random } from '../../dev/demo/random';

/** Weeks of a synthetic series: three years of history, and two years in which alerts are evaluated. */
export const HISTORY_WEEKS = 156;
export const EVALUATED_WEEKS = 104;

/** Synthetic cases by week, with the true outbreaks. */
export interface SyntheticSeries {
  readonly icd10: string;
  /** null for a week without a report. */
  readonly counts: readonly (number | null)[];
  readonly outbreaks: readonly TrueOutbreak[];
}

export interface TrueOutbreak {
  /** First week with a case. */
  readonly onset: number;
  /** The week after the last one. */
  readonly end: number;
}

/** Extra cases in each week of an outbreak, relative to its height. */
const SHAPES: readonly (readonly number[])[] = [
  // A common source: starts and ends fast.
  [0.7, 1, 0.5, 0.2],
  // From person to person.
  [0.12, 0.25, 0.5, 0.8, 1, 0.95, 0.75, 0.5, 0.3, 0.15],
  // Slow, for months.
  [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 0.9, 0.8, 0.6, 0.4, 0.2],
];

/** A kind of series: the usual cases of a disease, and its outbreaks. */
export interface Scenario {
  readonly name: string;
  readonly icd10: string;
  /** Mean cases in a week without an outbreak. */
  readonly usualMean: (week: number, phase: number) => number;
  /** Dispersion of the negative binomial distribution: a smaller one varies more. */
  readonly dispersion: number;
  /** Heights of outbreaks, in `heightUnit`. */
  readonly outbreakHeights: readonly number[];
  /** `times` the average of the series, or `cases` per week. */
  readonly heightUnit: 'times' | 'cases';
  /** True if reports of some weeks are missing or incomplete. */
  readonly hasGaps?: boolean;
}

/** Draws a series. @param withOutbreaks adds one outbreak to each evaluated year */
export function drawSeries(
  scenario: Scenario,
  random: Random,
  { withOutbreaks }: { withOutbreaks: boolean },
) {
  const phase = drawInteger(random, 52);
  const outbreaks: TrueOutbreak[] = [];
  const means = Array.from({ length: HISTORY_WEEKS + EVALUATED_WEEKS }, (_, week) =>
    scenario.usualMean(week, phase),
  );
  const counts: (number | null)[] = means.map((mean) =>
    drawNegativeBinomial(random, mean, scenario.dispersion),
  );
  const unit = scenario.heightUnit === 'times' ? averageOf(means) : 1;
  for (let year = 0; withOutbreaks && year < EVALUATED_WEEKS / 52; year += 1) {
    const shape = SHAPES[drawInteger(random, SHAPES.length)] ?? [];
    const height =
      unit * (scenario.outbreakHeights[drawInteger(random, scenario.outbreakHeights.length)] ?? 0);
    const start = HISTORY_WEEKS + year * 52 + 4 + drawInteger(random, 30);
    const added = shape.map((part) => drawNegativeBinomial(random, part * height, scenario.dispersion));
    for (const [index, cases] of added.entries())
      counts[start + index] = (counts[start + index] ?? 0) + cases;
    // An outbreak starts with its first case; without a case there is none.
    const first = added.findIndex((cases) => cases > 0);
    if (first !== -1) outbreaks.push({ onset: start + first, end: start + shape.length });
  }
  if (scenario.hasGaps) removeReports(counts, random);
  return { icd10: scenario.icd10, counts, outbreaks } satisfies SyntheticSeries;
}

/** Removes reports in three periods of the series: all of them, or two thirds. */
function removeReports(counts: (number | null)[], random: Random): void {
  for (let gap = 0; gap < 3; gap += 1) {
    const start = drawInteger(random, counts.length - 8);
    const isComplete = random() < 0.5;
    for (let week = start; week < start + 2 + drawInteger(random, 6); week += 1) {
      const count = counts[week];
      if (typeof count === 'number') counts[week] = isComplete ? null : Math.round(count / 3);
    }
  }
}

/** Draws from a Poisson distribution with a gamma-distributed mean: the variance is mean + mean² / dispersion. */
function drawNegativeBinomial(random: Random, mean: number, dispersion: number): number {
  if (mean === 0) return 0;
  return drawPoisson(random, (mean * drawGamma(random, dispersion)) / dispersion);
}

/** Draws from a gamma distribution with a shape of at least 1 (Marsaglia and Tsang, 2000). */
function drawGamma(random: Random, shape: number): number {
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
