import type { Scenario } from './series';

/** What the evaluation's series are like. Means are cases in a week of one country. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'malaria, two rains',
    icd10: 'B54',
    usual: (week, phase) => 60 + 240 * hill(week, phase, 5) + 150 * hill(week, phase + 26, 4),
    dispersion: 25,
    heights: [0.5, 1, 3],
    heightsAre: 'times',
  },
  {
    name: 'malaria, one season',
    icd10: 'B54',
    usual: (week, phase) => 30 + 400 * hill(week, phase, 6),
    dispersion: 25,
    heights: [0.5, 1, 3],
    heightsAre: 'times',
  },
  {
    name: 'influenza',
    icd10: 'J11.1',
    usual: (week, phase) => 4 + 50 * hill(week, phase + shiftOfYear(week), 4),
    dispersion: 15,
    heights: [1, 3, 8],
    heightsAre: 'times',
  },
  {
    name: 'measles, every third year high',
    icd10: 'B05.9',
    usual: (week, phase) =>
      (3 + 12 * hill(week, phase, 6)) * (Math.floor((week + phase) / 52) % 3 === 0 ? 2 : 1),
    dispersion: 6,
    heights: [2, 5, 15],
    heightsAre: 'times',
  },
  {
    name: 'cholera, sporadic',
    icd10: 'A00.9',
    usual: () => 0.02,
    dispersion: 1,
    heights: [6, 20, 80],
    heightsAre: 'cases',
  },
  {
    name: 'Ebola',
    icd10: 'A98.4',
    usual: () => 0,
    dispersion: 1,
    heights: [1, 3, 10],
    heightsAre: 'cases',
  },
  {
    name: 'respiratory infections, always many',
    icd10: 'J06.9',
    usual: () => 1200,
    dispersion: 60,
    heights: [0.3, 0.6, 1.5],
    heightsAre: 'times',
  },
  {
    name: 'hepatitis A, few cases',
    icd10: 'B15.9',
    usual: () => 4,
    dispersion: 5,
    heights: [2, 4, 10],
    heightsAre: 'times',
  },
  {
    name: 'hypertension, growing, with gaps',
    icd10: 'I10',
    usual: (week) => 80 * 1.35 ** (week / 52),
    dispersion: 30,
    heights: [0.5, 1, 3],
    heightsAre: 'times',
    gaps: true,
  },
  {
    name: 'malaria, growing, with gaps',
    icd10: 'B54',
    usual: (week, phase) => (40 + 300 * hill(week, phase, 6)) * 1.25 ** (week / 52),
    dispersion: 25,
    heights: [0.5, 1, 3],
    heightsAre: 'times',
    gaps: true,
  },
  {
    name: 'cholera, endemic',
    icd10: 'A00.9',
    usual: (week, phase) => 8 + 8 * hill(week, phase, 7),
    dispersion: 8,
    heights: [1, 3, 10],
    heightsAre: 'times',
  },
];

/** A season's shape, 1 at its height. */
function hill(week: number, height: number, width: number): number {
  const distance = Math.abs(((((week - height) % 52) + 78) % 52) - 26);
  return Math.exp(-((distance / width) ** 2) / 2);
}

/** Seasons do not begin in the same week of every year. */
function shiftOfYear(week: number): number {
  return [0, 2, -1, 1, -2][Math.floor(week / 52) % 5] ?? 0;
}
