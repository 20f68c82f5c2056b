import { type PlainCaller, payload } from '../support/plain-caller';
import { ListeningSuite } from '../support/listening-suite';

/** Returns a timestamp of a day, or the given one. */
function timestampOf(date: string): string {
  return date.includes('T') ? date : `${date}T12:00:00Z`;
}

/** A suite that records cases and sales. */
export class StatisticsSuite extends ListeningSuite {
  /** Records one consultation for each name and date, by a doctor of a country. */
  async recordCases(
    country: string | null,
    ...cases: readonly (readonly [name: string, date: string])[]
  ): Promise<void> {
    const doctor = await this.doctor(country);
    for (const [pathologyName, date] of cases) {
      const consultationDate = timestampOf(date);
      payload(await doctor.post('consultations.record', { patientId: 'P', pathologyName, consultationDate }));
    }
  }

  /** Records sales by a pharmacist of a country. */
  async recordSales(
    country: string | null,
    ...sales: readonly (readonly [name: string, date: string, units: number])[]
  ): Promise<void> {
    const pharmacist = await this.as('pharmacist', country);
    const items = sales.map(([medicationName, date, units]) => {
      return { medicationName, soldAt: timestampOf(date), units };
    });
    payload(await pharmacist.post('health.recordMedicationSales', { sales: items }));
  }

  /** Returns the `data` of a query's response. */
  async query(caller: PlainCaller, procedure: string, input: unknown): Promise<unknown> {
    const response = payload(await caller.get(procedure, input));
    if (typeof response !== 'object' || response === null || !('data' in response)) {
      throw new Error(`${procedure} returned no data`);
    }
    return response.data;
  }
}
