import { z } from 'zod';
import { evaluateSeries } from './evaluate';
import type { TrueOutbreak } from './series';
import survstat from './survstat.json';

const seriesSchema = z.strictObject({
  name: z.string(),
  icd10: z.string(),
  counts: z.array(z.int()),
  outbreakWeeks: z.array(z.int()),
});

type RecordedSeries = z.output<typeof seriesSchema>;

/** The first year is history only. */
const FIRST_WEEK = 52;

/** How alerts compare with the outbreak weeks that health offices named. */
export interface RecordedScore {
  readonly name: string;
  readonly weeks: number;
  readonly cases: number;
  readonly outbreakWeeks: number;
  /** Outbreak weeks with an alert. */
  readonly found: number;
  /** Weeks with an alert that are no outbreak. */
  readonly falseAlerts: number;
}

/** Evaluates the recorded series of `survstat.json`, whose source is there. */
export function evaluateRecordedSeries(): RecordedScore[] {
  return z.array(seriesSchema).parse(survstat.series).map(evaluate);
}

function evaluate({ name, icd10, counts, outbreakWeeks }: RecordedSeries): RecordedScore {
  const isOutbreak = new Set(outbreakWeeks);
  const { fired } = evaluateSeries(
    { icd10, counts, outbreaks: outbreakWeeks.map(toOutbreak) },
    { start: FIRST_WEEK, end: counts.length },
  );
  const alerted = [...fired.keys()];
  return {
    name,
    weeks: counts.length - FIRST_WEEK,
    cases: counts.slice(FIRST_WEEK).reduce((sum, count) => sum + count, 0),
    outbreakWeeks: outbreakWeeks.filter((week) => week >= FIRST_WEEK).length,
    found: alerted.filter((week) => isOutbreak.has(week)).length,
    falseAlerts: alerted.filter((week) => !isOutbreak.has(week)).length,
  };
}

function toOutbreak(week: number): TrueOutbreak {
  return { onset: week, end: week + 1 };
}
