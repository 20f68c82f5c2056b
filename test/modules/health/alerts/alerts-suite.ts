import { z } from 'zod';
import { ResultCache } from '../../../../src/modules/health/alerts/result-cache';
import { addDays, dayOf, periodOf } from '../../../../src/shared/period';
import { ListeningSuite } from '../../../support/listening-suite';
import { payload, type PlainCaller } from '../../../support/plain-caller';

export const today = dayOf(new Date());
export const thisWeek = periodOf('week', today);

const recordedSchema = z.object({ data: z.object({ id: z.string() }) });

const alertsSchema = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    weeks: z.array(z.string()),
    alerts: z.array(
      z.strictObject({
        rule: z.string(),
        pathology: z.string(),
        icd10: z.string().nullable(),
        country: z.string(),
        week: z.string(),
        count: z.int(),
        expected: z.number().nullable(),
        threshold: z.number(),
        series: z
          .strictObject({
            name: z.string(),
            members: z.array(
              z.strictObject({ pathology: z.string(), icd10: z.string().nullable(), count: z.int() }),
            ),
          })
          .optional(),
        episode: z.strictObject({
          since: z.string(),
          cases: z.int(),
          curve: z.array(z.strictObject({ week: z.string(), count: z.int().nullable() })).length(12),
          trend: z.enum(['rising', 'falling', 'steady']),
          confidence: z.enum(['high', 'moderate', 'low']),
        }),
      }),
    ),
  }),
});

/** A suite whose tests begin without counted cases. */
export class AlertsSuite extends ListeningSuite {
  constructor() {
    super();
    let uncached: jest.SpyInstance | undefined;
    beforeEach(async () => {
      // On a busy machine a first call is slow enough to be cached, and later tests would get its alerts.
      uncached = jest.spyOn(ResultCache.prototype, 'get').mockImplementation((_key, compute) => compute());
      await this.database.query<unknown>('TRUNCATE pathology_daily_count');
    });
    // Suites of one worker share their modules.
    afterEach(() => uncached?.mockRestore());
  }

  async findAlerts(caller: PlainCaller, input: object = {}): Promise<z.output<typeof alertsSchema>['data']> {
    return alertsSchema.parse(payload(await caller.get('health.alerts', input))).data;
  }

  /** Counts two cases in each of twelve weeks, and forty in the week that begins on a day: this week by default. */
  async insertOutbreak(
    pathologyName: string,
    countries: readonly string[],
    monday = thisWeek.from,
  ): Promise<void> {
    await this.database.query(
      `INSERT INTO pathology_daily_count (country, day, pathology_id, cases)
       SELECT country, $3::date - 7 * week, p.id, CASE WHEN week = 0 THEN 40 ELSE 2 END
       FROM unnest($2::text[]) country, generate_series(0, 12) week, pathology p WHERE p.name = $1`,
      [pathologyName, countries, monday],
    );
  }

  /** Counts cases in weeks, of which the last is this week. */
  async insertWeeks(pathologyName: string, country: string, counts: readonly number[]): Promise<void> {
    await this.database.query(
      `INSERT INTO pathology_daily_count (country, day, pathology_id, cases)
       SELECT $2, $4::date - 7 * (cardinality($3::int[]) - week)::int, p.id, cases
       FROM unnest($3::int[]) WITH ORDINALITY AS counted (cases, week), pathology p
       WHERE p.name = $1 AND p.scope = '*' AND cases > 0`,
      [pathologyName, country, counts, thisWeek.from],
    );
  }
}

/** Records one case that occurred some days ago. @returns its id */
export async function recordCase(caller: PlainCaller, pathologyName: string, daysAgo = 0): Promise<string> {
  const consultationDate = `${addDays(today, -daysAgo)}T00:00:00Z`;
  const input = { patientId: 'P', pathologyName, consultationDate };
  return recordedSchema.parse(payload(await caller.post('consultations.record', input))).data.id;
}
