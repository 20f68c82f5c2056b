import type { Scenario } from './series';

/** The kinds of series for the evaluation, with mean cases per week in one country. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'malaria, two rains',
    icd10: 'B54',
    usualMean: (week, phase) =>
      60 + 240 * seasonShape(week, phase, 5) + 150 * seasonShape(week, phase + 26, 4),
    dispersion: 25,
    outbreakHeights: [0.5, 1, 3],
    heightUnit: 'times',
  },
  {
    name: 'malaria, one season',
    icd10: 'B54',
    usualMean: (week, phase) => 30 + 400 * seasonShape(week, phase, 6),
    dispersion: 25,
    outbreakHeights: [0.5, 1, 3],
    heightUnit: 'times',
  },
  {
    name: 'influenza',
    icd10: 'J11.1',
    usualMean: (week, phase) => 4 + 50 * seasonShape(week, phase + shiftOfYear(week), 4),
    dispersion: 15,
    outbreakHeights: [1, 3, 8],
    heightUnit: 'times',
  },
  {
    name: 'measles, every third year high',
    icd10: 'B05.9',
    usualMean: (week, phase) =>
      (3 + 12 * seasonShape(week, phase, 6)) * (Math.floor((week + phase) / 52) % 3 === 0 ? 2 : 1),
    dispersion: 6,
    outbreakHeights: [2, 5, 15],
    heightUnit: 'times',
  },
  {
    name: 'cholera, sporadic',
    icd10: 'A00.9',
    usualMean: () => 0.02,
    dispersion: 1,
    outbreakHeights: [6, 20, 80],
    heightUnit: 'cases',
  },
  {
    name: 'Ebola',
    icd10: 'A98.4',
    usualMean: () => 0,
    dispersion: 1,
    outbreakHeights: [1, 3, 10],
    heightUnit: 'cases',
  },
  {
    name: 'respiratory infections, always many',
    icd10: 'J06.9',
    usualMean: () => 1200,
    dispersion: 60,
    outbreakHeights: [0.3, 0.6, 1.5],
    heightUnit: 'times',
  },
  {
    name: 'hepatitis A, few cases',
    icd10: 'B15.9',
    usualMean: () => 4,
    dispersion: 5,
    outbreakHeights: [2, 4, 10],
    heightUnit: 'times',
  },
  {
    name: 'hypertension, growing, with gaps',
    icd10: 'I10',
    usualMean: (week) => 80 * 1.35 ** (week / 52),
    dispersion: 30,
    outbreakHeights: [0.5, 1, 3],
    heightUnit: 'times',
    hasGaps: true,
  },
  {
    name: 'malaria, growing, with gaps',
    icd10: 'B54',
    usualMean: (week, phase) => (40 + 300 * seasonShape(week, phase, 6)) * 1.25 ** (week / 52),
    dispersion: 25,
    outbreakHeights: [0.5, 1, 3],
    heightUnit: 'times',
    hasGaps: true,
  },
  {
    name: 'cholera, endemic',
    icd10: 'A00.9',
    usualMean: (week, phase) => 8 + 8 * seasonShape(week, phase, 7),
    dispersion: 8,
    outbreakHeights: [1, 3, 10],
    heightUnit: 'times',
  },
];

/** Returns the shape of a season: 1 at its peak. */
function seasonShape(week: number, peak: number, width: number): number {
  const distance = Math.abs(((((week - peak) % 52) + 78) % 52) - 26);
  return Math.exp(-((distance / width) ** 2) / 2);
}

/** Returns a shift in weeks: seasons do not start in the same week every year. */
function shiftOfYear(week: number): number {
  return [0, 2, -1, 1, -2][Math.floor(week / 52) % 5] ?? 0;
}
